"""Files in the sandbox on Linux: with Landlock a process gives up all files but a few.

The numbers are those of the kernel's header `linux/landlock.h`.
"""

import ctypes
import os
import struct
from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the three system calls, the same on every architecture."""
_ASK_VERSION = 1
"""The flag with which a call creates no rule set, and answers with the version."""
_BENEATH = 1
"""The kind of a rule that is about a path and all that lies below it."""
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_MAKE_DEVICES = 1 << 6 | 1 << 11
"""To make character and block devices."""
_NEW_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""The rights over files that came with each version of Landlock."""
_TCP = 1 << 0 | 1 << 1
"""To bind a port and to connect to one; from version 4 on."""
_OUTSIDE = 1 << 0 | 1 << 1
"""To reach abstract sockets and to signal processes outside of the sandbox; from version 6 on."""


def landlock_version() -> int:
    """The version of Landlock that the kernel has, 0 without it."""
    version = ctypes.CDLL(None).syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)
    return max(0, int(version))


def only_files(
    whole: Iterable[str], listed: Iterable[str], reads_all: bool = False, writes_all: bool = False
) -> int:
    """Give up all files, except to read the `whole` ones and what lies below them.

    Of the `listed` folders only the names of their files can be read. With `reads_all` every file
    can be read, and none written; with `writes_all` every file can be written, but no device made,
    and no process outside reached. Returns the version of Landlock that did it, 0 if none did.
    """
    libc, version = ctypes.CDLL(None), landlock_version()
    if not version:
        return 0
    given_up = sum(rights for since, rights in _NEW_RIGHTS.items() if version >= since)
    if reads_all:
        given_up &= ~(_READ_FILE | _READ_FOLDER)
    if writes_all:
        given_up = _MAKE_DEVICES
    # an older kernel refuses a structure that is longer than the one it knows
    fields = 1 if version < 4 else 2 if version < 6 else 3
    given = struct.pack("QQQ", given_up, _TCP, _OUTSIDE)[: 8 * fields]
    rules = libc.syscall(_CREATE_RULESET, given, ctypes.c_size_t(len(given)), 0)
    if rules < 0:
        return 0
    for paths, rights in ((whole, _READ_FILE | _READ_FOLDER), (listed, _READ_FOLDER)):
        for path in paths:
            _allow(libc, rules, path, rights)
    done = libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return version if done else 0


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    """Add a rule that allows rights below a path, of a file those to files; none for no file."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    allowed = rights if os.path.isdir(path) else rights & _READ_FILE
    if allowed:
        libc.syscall(_ADD_RULE, rules, _BENEATH, struct.pack("=Qi", allowed, place), 0)
    os.close(place)
