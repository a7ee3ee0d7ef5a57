# machines.cmake - the runtime for other machines than that of pep-cc itself.
#
#     cmake -S . -B build -DPEP_MACHINES="aarch64-linux-gnu-gcc;gcc -m32;clang-19 --target=riscv64-linux-gnu"
#
# Each is a command of a C compiler, as PEP_CC and -fpep-cc= take it; its archives lie in lib/pep/MACHINE, in the build
# folder and where it is installed.  MACHINE is what pep-cc looks for, and what the rest of its command line may name
# instead: "m32", or the part in front of the first hyphen, as "arm-gnueabihf" with the ABI where the name tells one.
include(ExternalProject)
set(PEP_MACHINES "" CACHE STRING "C compilers for other machines, to build the runtime with")

foreach(command IN LISTS PEP_MACHINES)
  separate_arguments(words UNIX_COMMAND "${command}")
  list(POP_FRONT words compiler)
  get_filename_component(machine "${compiler}" NAME)
  foreach(word IN LISTS words)
    if(word MATCHES "^--target=(.*)")
      set(machine "${CMAKE_MATCH_1}")
    elseif(word MATCHES "^-(m32|mx32)$")
      set(machine "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  string(REGEX MATCH "-[a-z]*abi[a-z0-9]*" abi "${machine}")
  string(REGEX REPLACE "-.*" "" machine "${machine}")
  string(APPEND machine "${abi}")
  list(JOIN words " " flags)
  ExternalProject_Add(pep_rt_${machine}
    SOURCE_DIR ${CMAKE_CURRENT_SOURCE_DIR}
    BINARY_DIR ${CMAKE_CURRENT_BINARY_DIR}/${machine}
    CMAKE_ARGS -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER=${compiler} "-DCMAKE_C_FLAGS=${flags}"
      -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} -DPEP_MACHINE=${machine} -DCMAKE_INSTALL_PREFIX=${CMAKE_BINARY_DIR}
    BUILD_ALWAYS ON)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/pep/${machine} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pep)
endforeach()
