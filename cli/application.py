"""The application: its commands by name, each of which is imported when it is used."""

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from inspect import cleandoc
from typing import TYPE_CHECKING, Annotated, Any, Final
import typer
from typer.core import TyperCommand, TyperGroup
from banditproof import __version__
from .help_pages import ALL, short_page
from .option_groups import with_words

UsageError: Any = typer.BadParameter.__bases__[0]
"""The error of wrong usage; its module depends on the version of Typer."""

EXTRA: Final = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)")
FROM_PYDANTIC: Final = re.compile(
    r"Invalid value for '(?P<option>--[\w-]+)'[^:]*: Input should be "
    r"(greater than or equal to (?P<least>\d+)|less than or equal to (?P<most>\d+)|a valid integer)"
)
"""What recent versions of Typer say of a number."""

COMMANDS = {
    "claims": "List claims with their recorded verdicts, without running any check.",
    "coverage": (
        "Show the sentences of a document, each with its claims, with a reason, or with neither."
    ),
    "check": "Check claims: those that are named, or all of a tier.",
    "why": "Show what a claim rests on, its weakest link, and what is at risk.",
    "graph": "Write the graph of claims: which rests on which, with verdicts and grades.",
    "report": (
        "Write a site about claims, their verdicts, and what these rest on; or one claim as a text."
    ),
    "field": "Show the best bounds of each setting under each notion of privacy, and the gaps.",
    "bounds": "Print the strongest lower bounds of an instance, then all bounds that are known.",
    "exact": "Find the least regret that a private policy can have at a small horizon.",
    "simulate": (
        "Simulate a policy on a bandit and summarise its pseudo-regret, or its stopping times."
    ),
    "sweep": "Run policies x instances x budgets x horizons x seeds, and write one tidy table.",
    "audit": (
        "Check a policy against a privacy budget: its construction, its exact law, or runs of it."
    ),
    "figure": "Write a figure as PNG and SVG, and the CSV behind it.",
    "account": "Compose privacy losses exactly: eps for a delta, or delta for an eps.",
    "leakage": "Print how much a mean of rows says about whether a target is one of them.",
    "attack": "Attack a gradient descent with visible iterates: is a target among its rows?",
    "plot": "Draw every bound of an instance against the budget, or the gaps of all settings.",
    "design": "Find the design that minimises the largest variance of an action.",
    "prove": "Prove an inequality on a whole domain, or find a point where it fails.",
    "axioms": "List the axioms of the formal proofs, with how many theorems rest on each.",
    "new": "Make a folder for the claims of another paper, with examples that run.",
    "drift": "Compare the claims of a folder with the LaTeX source that they were written for.",
    "mark": "Write the verdicts of a folder for the margin of its paper.",
    "verify-proof": "Check written proofs again, without any search.",
    "verify-witness": (
        "Check witnesses that a claim fails, by a program that shares no code with what found them."
    ),
}
"""The module of each command, and the first line of its help, known before it is imported."""

MARKUP: Final = "markdown"
SETTINGS = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """A group whose help and completion need names alone; the command that is used is imported."""

    if not TYPE_CHECKING:  # the types of Typer's own base class are private, and have moved

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
            name, command, rest = super().resolve_command(ctx, args)
            return name, command and imported_command(name, rest), rest


class CheckedOptions(TyperCommand):
    """A command that refuses an option under two names, since one is lost, or without a value."""

    explained = ""
    """The whole explanation, with examples."""
    names = ""
    """What may stand for the argument, such as the policies that are known."""

    if not TYPE_CHECKING:

        def format_help(self, ctx: Any, formatter: Any) -> None:
            if ctx.meta.get(ALL):
                super().format_help(ctx, formatter)
            else:
                formatter.write(short_page(self, ctx, self.explained, self.names))

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            words = {word.split("=", 1)[0] for word in args}
            with_value = {n for o in self.params if not getattr(o, "is_flag", 0) for n in o.opts}
            args = inequalities_last(args, with_value)
            options = {n for o in self.params for n in (*o.opts, *o.secondary_opts)}
            require_values(args, with_value, options)
            for option in self.params:
                names = [name for name in option.opts if name in words]
                if len(names) > 1:
                    raise ValueError(
                        f"{' and '.join(names)} are names of one option; give one of them."
                    )
            try:
                return super().parse_args(ctx, args)
            except UsageError as error:  # an option without its value does not know its command
                error.ctx = error.ctx or ctx
                raise


def require_values(words: list[str], with_value: set[str], options: set[str]) -> None:
    """Refuse an option without its value: the option that follows would be taken for it.

    >>> require_values(["--out", "--json"], {"--out"}, {"--out", "--json"})
    Traceback (most recent call last):
        ...
    ValueError: --out needs a value, but the option --json follows it; give the value.
    """
    before = ""
    for word in words:
        if before in with_value and word in options and word.startswith("--"):
            raise ValueError(
                f"{before} needs a value, but the option {word} follows it; give the value."
            )
        if word == "--":
            return
        before = "" if before in with_value else word


def inequalities_last(words: list[str], with_value: set[str]) -> list[str]:
    """The words of a command; an inequality that begins with a minus sign is no option.

    >>> inequalities_last(["-x < 1", "--for", "-1 < x", "--json"], {"--for"})
    ['--for', '-1 < x', '--json', '--', '-x < 1']
    """
    if "--" in words:
        return words
    kept: list[str] = []
    moved: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        signed = word.startswith("-") and not word.startswith("--") and before not in with_value
        (moved if signed and not {*"<>≤≥"}.isdisjoint(word) else kept).append(word)
    return [*kept, "--", *moved] if moved else words


def module_of(name: str) -> str:
    """The module of a command.

    >>> module_of("verify-proof")
    'verify_proof'
    """
    return name.replace("-", "_")


def imported_command(name: str, words: Sequence[str] = ("--help",)) -> Any:
    """Import one command, and make it what the command line calls with some words.

    The end of the help of some commands is computed, and only if the words ask for help.
    """
    alone = typer.Typer(add_completion=False, rich_markup_mode=MARKUP, context_settings=SETTINGS)
    module = import_module(f".{module_of(name)}", __package__)
    explained = text = cleandoc(module.command.__doc__ or "")
    if hasattr(module, "more_help") and ALL in words:
        text += f"\n\n{module.more_help()}"
    alone.command(name, cls=CheckedOptions, help=text)(with_whole_help(with_words(module.command)))
    command: Any = typer.main.get_command(alone)
    command.explained = explained
    if hasattr(module, "short_help") and not set(SETTINGS["help_option_names"]).isdisjoint(words):
        command.names = module.short_help()
    return command


def show_all(context: typer.Context, wanted: bool) -> None:
    """Print the whole help of a command."""
    if wanted and not context.resilient_parsing:
        context.meta[ALL] = True
        print(context.get_help())
        raise typer.Exit


All = Annotated[
    bool,
    typer.Option(
        ALL, callback=show_all, is_eager=True, help="Show all options and the whole explanation."
    ),
]


def with_whole_help(command: Callable[..., None]) -> Callable[..., None]:
    """The command with one more option, which shows its whole help."""

    @wraps(command)
    def called(**words: Any) -> None:
        words.pop("help_all", None)
        command(**words)

    signature = inspect.signature(command)
    kind = inspect.Parameter.KEYWORD_ONLY
    option = inspect.Parameter("help_all", kind, default=False, annotation=All)
    called.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), option]
    )
    called.__annotations__ = {**command.__annotations__, "help_all": All}
    return called


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"banditproof {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version.")
]


def start(version: Version = False) -> None:
    """Check the literature on differentially private bandits by machine."""


def stand_in() -> None:
    """Listed in the place of a command that is not imported yet; never called."""


app = typer.Typer(
    name="banditproof",
    cls=Commands,
    pretty_exceptions_enable=False,
    rich_markup_mode=MARKUP,
    context_settings=SETTINGS,
)
app.callback()(start)
for _name, _line in COMMANDS.items():
    app.command(_name, help=_line)(stand_in)


def _in_words(mistake: str) -> str:
    """A mistake as a sentence of ours, where Typer passes on the words of another library.

    >>> _in_words("Invalid value for '--seed': Input should be greater than or equal to 0")
    'The value of --seed is below 0; give a whole number >= 0'
    >>> _in_words("Invalid value for '--workers': Input should be a valid integer, unable to parse")
    'The value of --workers is no whole number; give one, such as 1'
    >>> _in_words("No such option: --epsilom")
    'No such option: --epsilom'
    >>> _in_words("Got unexpected extra argument(s) (0.6)")
    "There are too many words: 0.6; write a list with commas and no blanks, 0.8,0.6, and a name \
with blanks between quotation marks, 'Theorem 4.3'"
    """
    if more := EXTRA.match(mistake):
        return (
            f"There are too many words: {more[1]}; write a list with commas and no blanks, "
            "0.8,0.6, and a name with blanks between quotation marks, 'Theorem 4.3'"
        )
    said = FROM_PYDANTIC.match(mistake)
    if said is None:
        return mistake
    option, least, most = said["option"], said["least"], said["most"]
    if least is not None:
        return f"The value of {option} is below {least}; give a whole number >= {least}"
    if most is not None:
        return f"The value of {option} is above {most}; give a whole number <= {most}"
    return f"The value of {option} is no whole number; give one, such as 1"


def call() -> int:
    """Run the command that the words name; wrong usage becomes a ValueError with one sentence."""
    try:
        code: Any = app(prog_name="banditproof", standalone_mode=False)
    except typer.Abort as abort:  # Typer's word for an interruption, or for the end of the input
        if isinstance(abort.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise ValueError("The input ended before it was complete.") from abort.__cause__
    except SystemExit:
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":  # Typer's sign of a closed pipe
            raise BrokenPipeError from None
        raise
    except UsageError as error:
        where = error.ctx.command_path if error.ctx else "banditproof"
        mistake = _in_words(error.format_message().strip().rstrip("."))
        raise ValueError(
            f"{mistake}{'' if mistake.endswith('?') else '.'} See `{where} --help`."
        ) from None
    return code if isinstance(code, int) else 0
