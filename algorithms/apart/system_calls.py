"""The system calls that a policy may make, with their numbers on x86-64 and on aarch64."""

import platform

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
