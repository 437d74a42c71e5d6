"""The command line: one thin module per command."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line: exit code 0 (as recorded), 1 (something is not), 2 (wrong usage).

    The application is imported in here, so that an interruption while it loads is met as well.
    """
    try:
        from .application import app

        app()
    except ValueError as error:
        _stop(str(error), 2)
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
