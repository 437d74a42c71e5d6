"""System calls in the sandbox on Linux: seccomp, two filters, each a list of what is allowed.

The calls that a policy may make have their numbers on x86-64 and on aarch64.
"""

import ctypes
import errno
import os
import platform
from collections.abc import Collection

AUDITED = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""How the kernel calls the machines whose numbers are known."""
_COMPUTING = """
read 0 63, write 1 64, close 3 57, stat 4 -, fstat 5 80, lstat 6 -, poll 7 -, lseek 8 62,
mmap 9 222, mprotect 10 226, munmap 11 215, brk 12 214, rt_sigaction 13 134,
rt_sigprocmask 14 135, rt_sigreturn 15 139, ioctl 16 29, pread64 17 67, readv 19 65,
writev 20 66, access 21 -, select 23 -, sched_yield 24 124, mremap 25 216, madvise 28 233,
dup 32 23, nanosleep 35 101, getpid 39 172, clone 56 220, exit 60 93, uname 63 160, fcntl 72 25,
getcwd 79 17, readlink 89 -, gettimeofday 96 169, getrusage 98 165, getuid 102 174,
getgid 104 176, geteuid 107 175, getegid 108 177, sigaltstack 131 132, gettid 186 178,
futex 202 98, sched_getaffinity 204 123, getdents64 217 61, restart_syscall 219 128,
fadvise64 221 223, clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115,
exit_group 231 94, openat 257 56, newfstatat 262 79, readlinkat 267 78, faccessat 269 48,
pselect6 270 72, ppoll 271 73, set_robust_list 273 99, dup3 292 24, pipe2 293 59,
prlimit64 302 261, getrandom 318 278, membarrier 324 283, statx 332 291, rseq 334 293,
clone3 435 435, faccessat2 439 439
"""
_LOADING = """
wait4 61 260, sysinfo 99 179, times 100 153, getppid 110 173, prctl 157 167, arch_prctl 158 -,
set_tid_address 218 96, seccomp 317 277, capset 126 91, setitimer 38 103
"""


def _numbers(table: str) -> dict[str, int]:
    """The number of each call that this machine has."""
    if platform.machine() not in AUDITED:
        return {}
    place = list(AUDITED).index(platform.machine()) + 1
    lines = [entry.split() for entry in table.split(",")]
    return {line[0]: int(line[place]) for line in lines if line[place] != "-"}


WHILE_PLAYING = _numbers(_COMPUTING)
"""To compute, to read files, to write to the pipe, to begin a thread."""
WHILE_LOADING = WHILE_PLAYING | _numbers(_LOADING)
"""Beside these, to begin a process, to wait for it, to enter a sandbox, and an alarm."""


Step = tuple[int, int, int, int]
"""One instruction of a filter: its code, how far to jump if true or false, its number."""
_LOAD, _EQUAL, _AT_LEAST, _SHARES, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_REFUSED: Step = (_RETURN, 0, 0, _ERROR | errno.EPERM)
_ALLOWED: Step = (_RETURN, 0, 0, _ALLOW)
_FIRST_X32 = 0x40000000
"""From this number on, calls of x86-64 are those of another table."""
_CLOCKS = 16
"""From this number on, a clock is that of a process or a thread."""
_NEW_NAMESPACES, _SIBLING, _THREAD = 0x7E020000, 0x8000, 0x10000
_DUPLICATES_AND_FLAGS = (0, 1, 2, 3, 4, 1030)
"""The commands of fcntl that send nobody a signal."""
_BLOCKING_AND_INHERITED = (0x5421, 0x5450, 0x5451)
"""The commands of ioctl that concern descriptors alone."""
_OWN_SETTINGS = (1, 3, 15, 16, 22, 38, 0x53564D41)
"""The settings of a process that it may read or change: none of them opens it to others."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
"""What a file is not opened for, whatever else the kernel would refuse."""
_FILTER, _SET_SECCOMP = 2, 22


def _argument(place: int) -> Step:
    return (_LOAD, 0, 0, 16 + 8 * place)


def _one_of(place: int, values: Collection[int]) -> list[Step]:
    """Allowed if an argument is one of the values."""
    tests = [(_EQUAL, len(values) - i, 0, value) for i, value in enumerate(values)]
    return [_argument(place), *tests, _REFUSED, _ALLOWED]


def _test(place: int, test: int, number: int, then: Step, otherwise: Step) -> list[Step]:
    return [_argument(place), (test, 0, 1, number), then, otherwise]


def _rules(playing: bool) -> dict[str, list[Step]]:
    """What is allowed with some arguments only."""
    own_clock = _test(0, _AT_LEAST, _CLOCKS, _REFUSED, _ALLOWED)
    threads = _test(0, _SHARES, _THREAD, _ALLOWED, _REFUSED)
    processes = _test(0, _SHARES, _NEW_NAMESPACES | _SIBLING, _REFUSED, _ALLOWED)
    return {
        "clone": threads if playing else processes,
        "clone3": [(_RETURN, 0, 0, _ERROR | errno.ENOSYS)],  # its flags cannot be read
        "clock_gettime": own_clock,
        "clock_getres": own_clock,
        "clock_nanosleep": own_clock,
        "fcntl": _one_of(1, _DUPLICATES_AND_FLAGS),
        "ioctl": _one_of(1, _BLOCKING_AND_INHERITED),
        "openat": _test(2, _SHARES, _WRITING, _REFUSED, _ALLOWED),
        "prctl": _one_of(0, _OWN_SETTINGS),
        "prlimit64": _one_of(0, (0,)),
    }


def filter_steps(numbers: dict[str, int], playing: bool) -> list[Step]:
    """The filter that allows the calls with these numbers, and refuses every other one."""
    steps: list[Step] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, AUDITED[platform.machine()]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        (_AT_LEAST, 0, 1, _FIRST_X32),
        _REFUSED,
    ]
    rules = _rules(playing)
    for name, number in numbers.items():
        then = rules.get(name, [_ALLOWED])
        steps += [(_EQUAL, 0, len(then), number), *then]
    return [*steps, _REFUSED]


class _Step(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_ushort),
        ("jt", ctypes.c_ubyte),
        ("jf", ctypes.c_ubyte),
        ("k", ctypes.c_uint32),
    ]


class _Program(ctypes.Structure):
    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.POINTER(_Step))]


def only_known_calls(playing: bool) -> bool:
    """Refuse this process all other system calls, for ever; whether that could be done."""
    numbers = WHILE_PLAYING if playing else WHILE_LOADING
    if not numbers:
        return False
    steps = filter_steps(numbers, playing)
    array = (_Step * len(steps))(*(_Step(*step) for step in steps))
    program = _Program(len(steps), array)
    libc = ctypes.CDLL(None)
    return bool(libc.prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0) == 0)
