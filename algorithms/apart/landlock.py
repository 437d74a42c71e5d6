"""Files in the sandbox on Linux: Landlock, by which a process gives up all of them but some."""

import ctypes
import os
import struct
from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""The numbers of the three system calls, on every machine."""
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_DEVICES = 1 << 6 | 1 << 11
_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""The rights over files that each version of Landlock has first."""
_PORTS, _OTHERS = 3, 3
"""TCP, from version 4 on; signals and abstract sockets to processes outside, from 6 on."""


def landlock_version() -> int:
    """The version of Landlock that the kernel has, 0 without it."""
    return max(0, int(ctypes.CDLL(None).syscall(_CREATE, None, ctypes.c_size_t(0), 1)))


def only_files(
    whole: Iterable[str], listed: Iterable[str], reads_all: bool = False, writes_all: bool = False
) -> int:
    """Give up all files but those that are, or lie below, the `whole` ones, and are then read.

    Of the `listed` folders only names are read. What `reads_all` gives up only writing; what
    `writes_all` gives up only to make devices, and to reach processes outside. The version of
    Landlock that did it, 0 if none.
    """
    libc, version = ctypes.CDLL(None), landlock_version()
    if not version:
        return 0
    files = sum(rights for since, rights in _RIGHTS.items() if version >= since)
    if reads_all:
        files &= ~(_READ_FILE | _READ_FOLDER)
    if writes_all:
        files = _DEVICES
    given = struct.pack("QQQ", files, _PORTS, _OTHERS)
    given = given[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = libc.syscall(_CREATE, given, ctypes.c_size_t(len(given)), 0)
    if rules < 0:
        return 0
    for paths, rights in ((whole, _READ_FILE | _READ_FOLDER), (listed, _READ_FOLDER)):
        for path in paths:
            _add(libc, rules, path, rights)
    done = libc.syscall(_RESTRICT, rules, 0) == 0
    os.close(rules)
    return version if done else 0


def _add(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    """One rule; of what is no folder only the file is read, and what is not there is left out."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    allowed = rights if os.path.isdir(path) else rights & _READ_FILE
    if allowed:
        libc.syscall(_ADD, rules, 1, struct.pack("=Qi", allowed, place), 0)
    os.close(place)
