"""A policy that tries to reach beyond its process: arm 1 in round t says that try t succeeded."""

import ctypes
import fcntl
import importlib
import os
import resource
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace

KEEPER = os.getppid()
LIBC = ctypes.CDLL(None, use_errno=True)
FIXED = {"PATH", "LANG", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}


def called(name: str, *given: object) -> bool:
    """Whether a function of the C library succeeds."""
    return getattr(LIBC, name)(*given) != -1


def read(path: str) -> bool:
    """Whether a file can be opened."""
    with open(path, "rb"):
        return True


def written() -> bool:
    with tempfile.TemporaryFile() as file:
        return file.write(b"x") == 1


def memory_read() -> bool:
    target = (ctypes.c_size_t * 2)(id(KEEPER), 8)
    return called("process_vm_readv", KEEPER, target, 1, target, 1, 0)


def signals_by_descriptor() -> bool:
    ends = os.pipe()
    try:
        return fcntl.fcntl(ends[0], fcntl.F_SETOWN, KEEPER) == 0
    finally:
        os.close(ends[0])
        os.close(ends[1])


def forked() -> bool:
    number = os.fork()
    if not number:
        os._exit(0)
    return os.waitpid(number, 0)[0] == number


def spawned() -> bool:
    return os.posix_spawn("/bin/true", ["true"], {}) > 0


def more_descriptors() -> bool:
    """Whether anything is open but the standard three and the two pipes."""

    def is_open(number: int) -> bool:
        try:
            os.fstat(number)
        except OSError:
            return False
        return True

    return sum(map(is_open, range(3, 1024))) > 2


def threaded() -> bool:
    one = threading.Thread(target=int)
    one.start()
    one.join()
    return True


TRIES: dict[str, Callable[[], object]] = {
    "memory of the keeper": lambda: read(f"/proc/{KEEPER}/mem"),
    "memory of the keeper, by a call": memory_read,
    "command line of the keeper": lambda: read(f"/proc/{KEEPER}/cmdline"),
    "tracing": lambda: called("ptrace", 16, KEEPER, None, None),
    "a file of the system": lambda: read("/etc/passwd"),
    "data beside the policy": lambda: read(str(Path(__file__).with_name("data.csv"))),
    "writing": written,
    "its own pages in /proc": lambda: read("/proc/self/maps"),
    "processes": lambda: os.listdir("/proc"),
    "a signal": lambda: os.kill(KEEPER, 0) is None,
    "a signal to its group": lambda: os.killpg(os.getpgid(KEEPER), 0) is None,
    "a signal by a descriptor": signals_by_descriptor,
    "a handle of the keeper": lambda: os.pidfd_open(KEEPER) > 0,
    "limits of the keeper": lambda: resource.prlimit(KEEPER, resource.RLIMIT_CPU),
    "priority of the keeper": lambda: os.setpriority(os.PRIO_PROCESS, KEEPER, 1) is None,
    "processors of the keeper": lambda: os.sched_setaffinity(KEEPER, {0}) is None,
    "clock of the keeper": lambda: time.clock_gettime(~KEEPER << 3 | 2) >= 0,
    "a socket": lambda: socket.socket(),
    "a local socket": lambda: socket.socketpair(),
    "shared memory": lambda: called("shmget", 77, 4096, 0o1666),
    "memory with a name": lambda: os.memfd_create("x") > 0,
    "a separate session": lambda: os.setsid() is None,
    "a namespace": lambda: called("unshare", 0x10000000),
    "being readable again": lambda: called("prctl", 4, 1, 0, 0, 0),
    "another program": spawned,
    "a message to the kernel's keys": lambda: called("syscall", 248, b"user", b"a", b"b", 1, -3),
    "more descriptors": more_descriptors,
    "more environment": lambda: not set(os.environ) <= FIXED,
    "another process": forked,
    "the size of a file": lambda: os.stat("/etc/passwd").st_size,
    "names beside the policy": lambda: os.listdir(Path(__file__).parent),
    "links of the keeper": lambda: os.readlink(f"/proc/{KEEPER}/cwd"),
    "a late import": lambda: importlib.import_module("wave"),
    "a thread": threaded,
    "its own clock": lambda: time.perf_counter() > 0,
    "its own signal handlers": lambda: signal.signal(signal.SIGUSR1, signal.SIG_IGN) is not None,
}
"""The tries, and whether they succeed: None or False is no."""


def succeeded(attempt: Callable[[], object]) -> bool:
    try:
        return bool(attempt())
    except BaseException:
        return False


class Probe(Policy[int]):
    """Tells what was reached while it was loaded, then what is reached while it plays."""

    name, arms = "probe", 2
    curator = DeclaredSums(Laplace(1))
    budget = PureDP(1)

    def __init__(self) -> None:
        self.while_loading = [*map(succeeded, TRIES.values())]

    def start(self) -> int:
        return 0

    def decide(self, state, t, randomness):
        tries, before = list(TRIES.values()), self.while_loading
        found = before[t - 1] if t <= len(before) else succeeded(tries[t - 1 - len(before)])
        return Pull(int(found), 1)

    def learn(self, state, pull, released):
        return state
