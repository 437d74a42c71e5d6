"""The command line: one thin module per command."""

from __future__ import annotations

import os
import sys

import typer

from . import audit, bounds, check, claims, figure, simulate
from .output import complain

app = typer.Typer(
    name="banditproof",
    help="Check the literature on differentially private bandits by machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("claims")(claims.command)
app.command("check")(check.command)
app.command("bounds")(bounds.command)
app.command("simulate")(simulate.command)
app.command("audit")(audit.command)
app.command("figure")(figure.command)


def main() -> None:
    """Run the command line: exit code 0 (as recorded), 1 (something is not), 2 (wrong usage)."""
    try:
        app()
    except ValueError as error:
        complain(str(error))
        sys.exit(2)
    except KeyboardInterrupt:
        complain("Interrupted.")
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has gone, as in `banditproof ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
