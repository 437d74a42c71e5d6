"""What a process gives up before it runs the code of a policy, and the words for what it could.

On Linux these are: other files (Landlock), other system calls (seccomp), new privileges, being
read by others, living longer than its parent, and more than some memory. Elsewhere only the
limits are built, and a sentence says what is assumed in place of a sandbox.
"""

import ctypes
import os
import signal
import struct
import sys
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from .landlock import only_files
from .readable_files import installed, modules_below, whole_places
from .seccomp import only_known_calls

_FAR = 1 << 20
"""No descriptor is beyond."""
_CAPABILITIES, _READ_ALL_FILES = 0x20080522, 1 << 2
_DIE_WITH_PARENT, _DUMPABLE, _NO_NEW_PRIVILEGES = 1, 4, 38
MEMORY = 4 << 30
"""The address space of a policy, in bytes."""
MOST_DESCRIPTORS = 256
SANDBOXED = (
    "The policy ran in a separate process, which could read no files but those of programs, and "
    "reach no process but those that it began."
)
SUPPOSED = "The policy ran in a separate process; this supposes that its code does not reach for "
FILES = "files of data or what the system's files say of other processes"
PROCESSES = "other processes or the network"


@dataclass(frozen=True)
class Sandbox:
    """What could be built around the process of a policy.

    >>> Sandbox("darwin", landlock=0, seccomp=False).complete
    False
    """

    system: str
    landlock: int
    """The version of Landlock, 0 without it."""
    seccomp: bool
    """Whether system calls are refused."""

    @property
    def complete(self) -> bool:
        """Whether the process could reach neither files nor other processes."""
        return self.landlock > 0 and self.seccomp

    @property
    def words(self) -> str:
        """What was proved or is assumed about the process, as a sentence."""
        missing = [FILES] * (not self.landlock) + [PROCESSES] * (not self.seccomp)
        return f"{SUPPOSED}{', or for '.join(missing)}." if missing else SANDBOXED


def before_user_code(options: dict[str, Any]) -> Sandbox:
    """The first sandbox, before a policy is loaded; what of it could be built."""
    _limits(int(options["seconds"]))
    if sys.platform != "linux":
        return Sandbox(sys.platform, 0, False)
    _to_itself()
    own = [folder for folder in options["path"] if not installed(folder)]
    whole = whole_places(options["path"], options["library"])
    modules = [*modules_below(own), *options["readable"]]
    version = only_files([*whole, *modules], own)
    return Sandbox(sys.platform, version, only_known_calls(playing=False))


def before_a_play(seconds: int) -> None:
    """The second sandbox, in the process of one play: no process begins any more.

    It keeps a policy in order and not a saboteur, whose code, once loaded, could change this
    function; what hides the rewards is the first sandbox.
    """
    _limits(seconds)
    if sys.platform == "linux":
        _to_itself()
        only_known_calls(playing=True)


def before_scratch_work() -> Sandbox:
    """The sandbox of a process that may read files, and change nothing but itself."""
    _limits(None)
    if sys.platform != "linux":
        return Sandbox(sys.platform, 0, False)
    _to_itself()
    version = only_files((), (), reads_all=True)
    return Sandbox(sys.platform, version, only_known_calls(playing=False))


def before_a_program() -> Sandbox:
    """The sandbox of a user's program: all files of its user, and no other process."""
    if sys.platform != "linux":
        return Sandbox(sys.platform, 0, False)
    _to_itself()
    return Sandbox(sys.platform, only_files((), (), writes_all=True), False)


def without_descriptors(*kept: int) -> None:
    """Close what is open but for some descriptors; nothing is read, printed or complained of."""
    opened = []
    try:
        null = os.open(os.devnull, os.O_RDWR)
    except PermissionError:  # in a sandbox already, where what is printed goes nowhere
        pass
    else:
        opened.append(null)
        for standard in {0, 1, 2}.difference(kept):
            os.dup2(null, standard)
        sys.stdout = sys.stderr = os.fdopen(null, "w")  # they may have been others
    far = min(os.sysconf("SC_OPEN_MAX"), _FAR)
    ends = [2, *sorted(k for k in (*opened, *kept) if k > 2), far]
    for below, above in pairwise(ends):
        os.closerange(below + 1, above)


def _to_itself() -> None:
    """No privileges but to read, no reading by others, and an end with the parent."""
    libc = ctypes.CDLL(None)
    for kept in (_READ_ALL_FILES, 0):  # what root may, and others may not keep
        sets = struct.pack("6I", kept, kept, 0, 0, 0, 0)
        if libc.capset(struct.pack("Ii", _CAPABILITIES, 0), sets) == 0:
            break
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    libc.prctl(_DUMPABLE, 0, 0, 0, 0)
    libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def _limits(seconds: int | None) -> None:
    """Files, and with `seconds` memory and processor time: what the kernel refuses beyond."""
    import resource  # not on Windows

    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: MOST_DESCRIPTORS,
    }
    if seconds is not None:
        limits |= {resource.RLIMIT_CPU: seconds, resource.RLIMIT_AS: MEMORY}
    for kind, most in limits.items():
        hard = most + 1 if kind == resource.RLIMIT_CPU else most
        try:
            resource.setrlimit(kind, (most, hard))
        except (ValueError, OSError):  # lower already, or not on this system
            continue
