# Install.cmake - the files by which others find an installed pep-cc; tools/ and rt/ install what they build.
#
#     bin/pep-cc  bin/pep-c++  bin/pep           the tools (tools/)
#     bin/pep-gcc-ar ...                         what CMake looks for beside a compiler of that name
#     lib/pep/links/gcc ...                      pep-cc by the names of compilers (tools/)
#     lib/pep/libpep_rt.a  libpep_rt_bare.a      the runtime (rt/), which bin/pep-cc finds by ../lib/pep
#     include/pep/*.h                            the runtime's interfaces
#     lib/pkgconfig/pep.pc  lib/cmake/Pep/       for pkg-config and find_package
#     share/man/man1/  share/man/man5/           the manual
#
# All of it is relative to its own place, so the tree can be moved as a whole.  That is why lib is lib, whatever
# the system's own folder for libraries is called.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/pep DESTINATION include FILES_MATCHING PATTERN *.h)
foreach(part 1 5)
  file(GLOB manuals CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/docs/man/*.${part})
  install(FILES ${manuals} DESTINATION share/man/man${part})
endforeach()

configure_file(${CMAKE_SOURCE_DIR}/cmake/pep.pc.in ${CMAKE_BINARY_DIR}/cmake/pep.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/cmake/pep.pc DESTINATION lib/pkgconfig)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/PepConfig.cmake.in ${CMAKE_BINARY_DIR}/cmake/PepConfig.cmake
  INSTALL_DESTINATION lib/cmake/Pep NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cmake/PepConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cmake/PepConfig.cmake ${CMAKE_BINARY_DIR}/cmake/PepConfigVersion.cmake
  ${CMAKE_SOURCE_DIR}/cmake/pep-launch DESTINATION lib/cmake/Pep)
