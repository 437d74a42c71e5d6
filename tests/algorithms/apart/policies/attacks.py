"""Policies that attack their boundary: while they play, by the number in the context, or loading.

Noise of 10^9 hides the rewards, so that arms which depend on them show a leak.
"""

import atexit
import ctypes
import errno
import mmap
import os
import random
import signal
import sys
import threading
import time
from banditproof.algorithms import DeclaredSums, Policy, Pull
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Gaussian, Laplace

NOISE = Laplace(10**9)
LIBC = ctypes.CDLL(None, use_errno=True)
KEEPER = os.getppid()
SHARED = mmap.mmap(-1, 8)
"""Memory that all plays share."""
_TABLE = """
execve 59 execveat 322 kill 62 tkill 200 tgkill 234 rt_sigqueueinfo 129 pidfd_send_signal 424
pidfd_open 434 pidfd_getfd 438 process_madvise 440 io_uring_setup 425 io_uring_enter 426 bpf 321
userfaultfd 323 perf_event_open 298 keyctl 250 process_vm_readv 310 process_vm_writev 311 ptrace
101 memfd_create 319 memfd_secret 447 shmget 29 msgget 68 semget 64 mq_open 240 kcmp 312
open_by_handle_at 304 mount 165 fsopen 430 open_tree 428 setns 308 unshare 272 sendfile 40 splice
275 vmsplice 278 inotify_init1 294 timer_create 222 alarm 37 personality 135 chroot 161 symlink 88
link 86 rename 82 mknod 133 openat2 437 move_pages 279 get_robust_list 274 sched_setscheduler 144
setsid 112 setpgid 109 setuid 105 socket 41 socketpair 53 recvmsg 47 syslog 103 x32_kill
1073741886 x32_ptrace 1073741925 x32_read 1073741824
"""
CALLS = _TABLE.split()
"""System calls of x86-64 that no policy may make, each with its number."""
PATHS = (
    *("/dev/shm/x", "/dev/tty", "/dev/ptmx", "/dev/random", "/proc/self/environ", "linked.py"),
    *(f"/proc/{KEEPER}/{name}" for name in ("fd/0", "fd/3", "environ", "maps", "cwd/data.csv")),
)


def descriptors():
    """What is open beside the standard three."""
    found = []
    for number in range(3, 1024):
        try:
            os.fstat(number)
            found.append(number)
        except OSError:
            continue
    return found


def write(data):
    for number in descriptors():
        try:
            os.set_blocking(number, True)
            os.write(number, data)
        except OSError:
            continue


def allowed(number):
    """Whether the kernel makes a call for this process at all."""
    ctypes.set_errno(0)
    done = LIBC.syscall(ctypes.c_long(number), *[ctypes.c_long(0)] * 6)
    return done != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS)


def opened(path):
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def call_of_32_bits():
    code = mmap.mmap(-1, 4096, prot=7)
    code.write(b"\xb8\x14\0\0\0\xcd\x80\xc3")
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


def counted():
    SHARED[0] = (SHARED[0] + 1) % 256
    return SHARED[0] > 200


class Silenced(ValueError):
    def __str__(self):
        raise SystemExit


def silenced():
    raise Silenced


def pull(rows="", part="[0,1]"):
    more = f',"rows":{rows}' if rows else ""
    return f'{{"pull":[{part}],"releases":true{more}}}'.encode()


MESSAGES = {
    "a row of a huge integer": pull(f"[[{'9' * 399},1],[1,1]]"),
    "a longer row": pull("[[1,1],[1,1,1]]", "[0,1],[1,1]"),
    "a shorter row": pull("[[1,1,1],[1,1]]", "[0,1],[1,1]"),
    "rows of nothing": pull("[[],[]]"),
    "rows beyond the floats": pull("[[1e308,1],[1,1]]"),
    "rows of a text": pull('"ab"'),
    "rows by name": pull('{"0":[1,1]}'),
    "infinity": pull("[[Infinity,1],[1,1]]"),
    "an arm that is true": pull(part="[true,1]"),
    "half a count": pull(part="[0,1.5]"),
    "too many parts": pull(part=",".join(["[0,1]"] * 100_001)),
    "the end, too early": b'{"over":24}',
    "the end, as a list": b'{"over":[1]}',
    "terminal codes": b'{"raised":"\\u001b[2J\\ud800\\u202e"}',
    "nothing": b"{}",
    "a list": b"[]",
    "depth": b'{"pull":' + b"[" * 10**5 + b"]" * 10**5 + b"}",
    "no text": b"\xff\xfe\x00",
    "a flood": b"x" * (1 << 23),
}
"""Answers that are written to the pipe past the library; each is refused."""
ACTS = {
    "a stop of itself": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "an abort": LIBC.abort,
    "a wrong address": lambda: ctypes.string_at(0),
    "a call of 32 bits": call_of_32_bits,
    "an exit": lambda: sys.exit(0),
    "an end": lambda: os._exit(0),
    "an error that cannot be said": silenced,
    "memory of all plays": counted,
    "too much memory": lambda: bytearray(5 << 30),
    "no pipe": lambda: os.closerange(3, 1024),
    "a trace": lambda: sys.settrace(lambda *given: None),
    "late code": lambda: __import__("linked"),
    **{f"the file {path}": lambda path=path: opened(path) for path in PATHS},
}
"""What is done in round 1; arm 1 follows if it returns something."""


class Attacker(Policy):
    name, arms, dimension, budget = "attacker", 2, 1, PureDP(1)

    def __init__(self, curator=None):
        self.curator = curator or DeclaredSums(NOISE)

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull(0, 1)

    def decide_in(self, state, t, context, randomness):
        if t > 1:
            return Pull(state, 1)
        (kind,), (number,) = context
        if kind:
            write(list(MESSAGES.values())[int(number)] + b"\n")
            return Pull(0, 1)
        try:
            self.found = int(bool(list(ACTS.values())[int(number)]()))
        except (OSError, MemoryError, SyntaxError):
            self.found = 0
        return Pull(0, 1)

    def learn(self, state, pull, released):
        return getattr(self, "found", 0)


def attacker():
    return Attacker(DeclaredVectors(Gaussian(sigma_squared=10**18)))


def plain():
    policy = Attacker()
    policy.dimension = None
    return policy


def calls():
    names, numbers = CALLS[::2], map(int, CALLS[1::2])
    found = [name for name, number in zip(names, numbers, strict=True) if allowed(number)]
    raise ValueError(f"allowed: {found}")


def declaring(noise):
    law = b'{"kind":"NoisySums","noise":{"law":%s}}' % noise
    return (
        b'{"declares":{"name":"x","arms":2,"curator":%s,"rewards":{"lo":0,"hi":1,"values":[]},'
        b'"clips":true,"dimension":null,"told_advice":false,"stops":false}}\n' % law
    )


def stealing():
    while True:
        for number in descriptors():
            try:
                os.read(number, 1 << 16)
                os.write(number, pull(part="[1,1]") + b"\n")
            except OSError:
                continue


def grandchild():
    if not os.fork():
        stealing()
    return plain()


def thread():
    threading.Thread(target=stealing, daemon=True).start()
    return plain()


def orphan():
    if not os.fork():
        time.sleep(100)
    os._exit(3)


def at_exit():
    atexit.register(write, pull(part="[1,1]"))
    return plain()


def without_fork():
    os.fork = lambda: 0
    return plain()


def declares_twice():
    write(declaring(b'"Laplace","scale":1000000000'))
    return plain()


def declares_and_ends():
    write(declaring(b'"Laplace","scale":1000000000'))
    os._exit(0)


def by_chance():
    policy = plain()
    policy.curator = DeclaredSums(Laplace(random.SystemRandom().randrange(10**9, 10**10)))
    return policy


def deaf():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            continue
    stealing()


class Pickled:
    """Is loaded by a call of the sender's choice."""

    def __init__(self, call, *given):
        self.call, self.given = call, given

    def __call__(self):
        """What makes policies can be called; this is never called."""

    def __reduce__(self):
        return self.call, self.given
