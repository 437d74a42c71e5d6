"""Commands of pages in processes that have imported the package before, which is what costs most.

One interpreter imports the commands and reads the texts of claims and proofs once. It divides into
as many servers as are wanted; each divides again for each command, and its child is the program:
with arguments, folder, streams and exit code of its own, as if `python -m` had started it. What a
command changes ends with its process. The texts that are read before are those that stood when the
server began; `run` of `console_blocks` starts a fresh interpreter, and prints the same.
"""

from __future__ import annotations
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

LIMIT = 300.0
"""After so many seconds a command is ended."""

Done = tuple[str, str, int]
"""What a program printed on its standard output, on its standard error, and its exit code."""


class ForkedPrograms:
    """Servers that run programs; a thread takes one that is free.

    >>> with forked_programs(1) as programs:
    ...     programs.run("banditproof", ["--version"], Path.cwd(), together=True)[2]
    0
    """

    def __init__(self, servers: Sequence[socket.socket]) -> None:
        self._free: SimpleQueue[socket.socket] = SimpleQueue()
        for server in servers:
            self._free.put(server)

    def run(self, module: str, arguments: Sequence[str], folder: Path, *, together: bool) -> Done:
        """Run a module as a program; the errors stand among the output if `together`."""
        server = self._free.get()
        try:
            with tempfile.TemporaryDirectory(prefix="printed-") as name:
                printed = [Path(name, "out"), Path(name, "out" if together else "err")]
                asked = {
                    "module": module,
                    "arguments": list(arguments),
                    "folder": str(folder),
                    "streams": list(map(str, printed)),
                }
                server.sendall(json.dumps(asked).encode() + b"\n")
                code = int(_line(server))
                out, err = (
                    file.read_text(encoding="utf-8", errors="backslashreplace") for file in printed
                )
        finally:
            self._free.put(server)
        return out, "" if together else err, code


def _line(connection: socket.socket) -> bytes:
    """The next line that a server or its client sends; empty where the other side has ended."""
    parts = bytearray()
    while not parts.endswith(b"\n"):
        part = connection.recv(1)
        if not part:
            return b""
        parts += part
    return bytes(parts)


@contextmanager
def forked_programs(
    workers: int, environment: dict[str, str] | None = None
) -> Iterator[ForkedPrograms | None]:
    """So many servers, which end with the block; None where a process cannot divide."""
    if not hasattr(os, "fork"):
        yield None
        return
    pairs = [socket.socketpair() for _ in range(workers)]
    theirs = [there.fileno() for _, there in pairs]
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__)), *map(str, theirs)],
        env=environment,
        stdin=subprocess.DEVNULL,
        pass_fds=theirs,
    )
    for _, there in pairs:
        there.close()
    try:
        yield ForkedPrograms([here for here, _ in pairs])
    finally:
        for here, _ in pairs:
            here.close()  # a server ends when nobody can ask it any more
        process.wait()


LIBRARIES = ("matplotlib.figure", "numba", "numpy", "pydantic", "scipy.optimize")
"""What commands import of others when they need it."""


def import_all() -> None:
    """Import the commands, and read what most of them read: texts of claims, and formal proofs."""
    from importlib import import_module
    from pkgutil import walk_packages

    for name in LIBRARIES:
        import_module(name)
    for room in ("theory", "algorithms", "verify", "cli"):
        package = import_module(f"banditproof.{room}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    from banditproof.paper_checks.derivations.developments import development_of
    from banditproof.paper_checks.statements.resolver import index

    index()
    development_of(None)


def serve(connection: socket.socket) -> dict[str, Any] | None:
    """Answer each request by the exit code of a child; what the child is asked to be, in the child.

    None means that nobody asks any more.
    """
    while line := _line(connection):
        asked: dict[str, Any] = json.loads(line)
        child = os.fork()
        if not child:
            connection.close()
            return asked
        connection.sendall(b"%d\n" % _exit_code(child))
    return None


def _exit_code(child: int) -> int:
    """The exit code of a child, as `subprocess` says it; one that takes too long is ended."""
    end, pause = time.monotonic() + LIMIT, 0.002
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            with suppress(ProcessLookupError):
                os.kill(child, 9)
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


def become(asked: dict[str, Any]) -> None:
    """Be the program: `python -m MODULE ARGUMENTS` in a folder, with files for its output."""
    import runpy

    first, second = asked["streams"]
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    for name, number in ((first, 1), (second, 2)):
        file = os.open(name, flags, 0o600)
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["folder"])
    sys.path.insert(0, asked["folder"])
    if "numpy" in sys.modules:  # else all children would draw the same numbers without a seed
        sys.modules["numpy"].random.seed()
    sys.argv = [asked["module"], *asked["arguments"]]
    runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)


def main(numbers: Sequence[str]) -> None:
    """Import, divide into servers, and wait for their end; a child returns into its program."""
    del sys.path[0]  # the folder of this file
    import_all()
    gc.collect()
    gc.freeze()  # nothing of this is copied only because a child looks for garbage
    connections = [socket.socket(fileno=int(number)) for number in numbers]
    children = []
    for own in connections:
        child = os.fork()
        if not child:
            for other in connections:
                if other is not own:
                    other.close()
            asked = serve(own)
            if asked is None:
                os._exit(0)
            become(asked)
            return
        children.append(child)
    for own in connections:
        own.close()
    for child in children:
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
