"""The application: its commands, by name."""

from __future__ import annotations

import typer

from . import account, audit, bounds, check, claims, design, figure, plot, simulate

app = typer.Typer(
    name="banditproof",
    help="Check the literature on differentially private bandits by machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("claims")(claims.command)
app.command("check")(check.command)
app.command("bounds")(bounds.command)
app.command("simulate")(simulate.command)
app.command("audit")(audit.command)
app.command("figure")(figure.command)
app.command("account")(account.command)
app.command("plot")(plot.command)
app.command("design")(design.command)
