"""usage.py FILE COMMAND... - runs the command; its processor time (milliseconds) and memory (kilobytes) go to FILE.

Time is that of the command and all it waited for, memory that of the largest process among them.
"""
import resource
import subprocess
import sys

code = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w", encoding="ascii") as file:
    print(round(1000 * (used.ru_utime + used.ru_stime)), used.ru_maxrss, file=file)
sys.exit(code)
