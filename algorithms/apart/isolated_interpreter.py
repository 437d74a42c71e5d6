"""A small interpreter that shares nothing with its caller but two pipes."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
import banditproof
from .messages import Pipe
from .readable_files import installed

_STARTS = (
    "import importlib, json, sys; given = json.loads(sys.argv[1]); "
    "sys.path[:0] = given['packages']; importlib.import_module(given['program']).main(given)"
)
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def folders() -> list[str]:
    """Where this program looks for modules, the working directory first."""
    return [os.path.abspath(place) for place in dict.fromkeys([os.getcwd(), *sys.path]) if place]


def isolated(program: str, **options: Any) -> tuple[subprocess.Popen[bytes], Pipe]:
    """A process that runs `main` of a module of this library, which gets its pipes as well.

    It can import this library and the installed packages. An OSError if none can be started.
    """
    library = Path(banditproof.__file__).parent
    path = folders()
    its_reads, our_writes = os.pipe()
    our_reads, its_writes = os.pipe()
    given = {
        "program": program,
        "pipe": [its_reads, its_writes],
        "packages": [str(library.parent), *filter(installed, path)],
        "path": [place for place in path if os.path.exists(place)],
        "library": str(library),
        **options,
    }
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", _STARTS, json.dumps(given)],
            pass_fds=(its_reads, its_writes),
            env=_ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
    except OSError:
        os.close(our_writes)
        os.close(our_reads)
        raise
    finally:
        os.close(its_reads)
        os.close(its_writes)
    return process, Pipe(our_reads, our_writes)


def end(process: subprocess.Popen[bytes], pipe: Pipe) -> None:
    """End such a process, and all that it began."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    pipe.close()
