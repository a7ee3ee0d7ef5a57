"""callgrind.py [OPTION]... CALLGRIND JSON... - what `pep calls --json` says against callgrind's counts of calls.

A call is a pair of functions, its sites added up; a function is its file's last component and its name.  What the
program's functions call among themselves has to be the same on both sides, and so has what they call in libraries,
where the name that callgrind finds for the code is the one that the source calls or one of EXCEPTIONS.  Whatever else
enters them - a library, the loader, the compiler's start files - is `outside` to pep.

    --pairs FILE       CALLER CALLEE COUNT lines in place of callgrind's file, of instrumented functions only (gprof)
    --unseen FUNCTION  is not instrumented: what it calls comes from outside
"""
import argparse
import collections
import json
import os
import re
import sys

