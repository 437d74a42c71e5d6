"""The command line: one thin module per command."""

import atexit
import os
import sys

UNDECIDED = 3
"""The exit code where nothing was decided: neither shown nor refuted."""
INTERRUPTED = 130
RESERVE = 4_000_000
"""The bytes that are kept free for saying that there is not enough memory."""
THREADS_OF_MATRICES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def main() -> None:
    """Run the command line: exit code 0 (as recorded), 1 (something is not), 2 (wrong usage).

    The application is imported in here, so that an interruption while it loads is met as well, and
    that NumPy starts with one thread: the matrices are small, and on a busy machine
    threads that wait for each other made the bounds of sixty linear arms fifty times slower.
    """
    for name in THREADS_OF_MATRICES:
        os.environ.setdefault(name, "1")
    os.environ["MPLBACKEND"] = "agg"  # figures are files; another word may name no backend
    code = INTERRUPTED
    try:
        from .interruptions import listening

        with listening() as signals:
            code = _run()
            if signals.number or code == INTERRUPTED:
                from .streams import say

                code = signals.code
                say(signals.sentence)
                if signals.number:
                    # the interpreter may end with another code after an interrupted exec()
                    atexit._run_exitfuncs()
                    os._exit(code)
    except KeyboardInterrupt as end:  # just before or after the command runs
        code = 128 + getattr(end, "number", INTERRUPTED - 128)
        print(f"banditproof: {end.args[0] if end.args else 'Interrupted.'}", file=sys.stderr)
    sys.exit(code)


def _run() -> int:
    """Run the application; the exit code. Each error becomes one sentence on standard error."""
    from .failures import failure
    from .interruptions import received
    from .streams import open_streams, say, silence, warnings_said

    reserve = bytearray(RESERVE)
    try:
        open_streams()
        with warnings_said():
            code = _command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BaseException as error:
        del reserve
        if received():  # an import that is interrupted may raise anything
            return INTERRUPTED
        sentence, code = failure(error)
        if sentence:
            say(sentence)
        try:
            sys.stdout.flush()
        except (OSError, ValueError):
            silence(1)
    return code


def _command() -> int:
    """Run the command that the words name; without any words, print the guide, which needs nothing.

    The exit code is that of the command.
    """
    from .guide import GUIDE, wanted

    if wanted():
        print(GUIDE, end="")
        return 0
    from .application import call

    return call()
