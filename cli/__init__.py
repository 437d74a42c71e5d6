"""The command line: one thin module per command."""

from __future__ import annotations

import os
import sys

UNDECIDED = 3
"""The exit code where nothing was decided: neither shown nor refuted."""
INTERRUPTED = 130
PIPE_CLOSED = 141
THREADS_OF_MATRICES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def main() -> None:
    """Run the command line: exit code 0 (as recorded), 1 (something is not), 2 (wrong usage).

    The application is imported in here, so that an interruption while it loads is met as well, and
    that NumPy starts without threads of its own: the matrices are small, and on a busy machine
    threads that wait for each other made the bounds of sixty linear arms fifty times slower.
    """
    for name in THREADS_OF_MATRICES:
        os.environ.setdefault(name, "1")
    try:
        from .application import call

        code = call()
        sys.stdout.flush()
        sys.exit(code)
    except ValueError as error:
        _stop(str(error), 2)
    except BrokenPipeError:
        # the reader has left; nothing more may be written when the interpreter ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _stop(f"The file{where} cannot be used: {error.strerror or error}.", 2)
    except KeyboardInterrupt:
        _stop("Interrupted.", INTERRUPTED)
    except SystemExit as stopped:
        if stopped.code == INTERRUPTED:
            _stop("Interrupted.", INTERRUPTED)
        raise


def _stop(sentence: str, code: int) -> None:
    print(f"banditproof: {sentence}", file=sys.stderr)
    sys.exit(code)
