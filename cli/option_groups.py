"""The options of a command: their words stand in a file, and groups of them in dataclasses."""

import inspect
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from importlib.resources import files
from typing import Annotated, Any, get_origin, get_type_hints
import typer


@cache
def option_words() -> dict[str, dict[str, Any]]:
    """What `option_words.toml` says of the options, by module and name."""
    return tomllib.loads(files(__package__).joinpath("option_words.toml").read_text("utf-8"))


def choices_of(module: str, name: str) -> list[str]:
    """The words among which an option takes one.

    >>> choices_of("exact", "model")
    ['view', 'table']
    """
    return list(option_words()[module][name]["choices"])


def described(owner: Any, name: str, kind: Any) -> Any:
    """The type of an option of a function or class, with the words of its module.

    >>> from . import prove
    >>> described(prove.command, "goal", int | None).__metadata__[0].metavar
    'LINE'
    """
    words = option_words().get(owner.__module__.rpartition(".")[2], {}).get(name)
    if words is None or get_origin(kind) is Annotated:
        return kind
    settings = {"help": words} if isinstance(words, str) else dict(words)
    usual = [f"--{name.replace('_', '-')}"] if kind is bool else []  # and no --no-name beside it
    names = settings.pop("names", usual)
    if choices := settings.pop("choices", None):
        settings["autocompletion"] = lambda: choices
    make = typer.Argument if settings.pop("argument", False) else typer.Option
    return Annotated[kind, make(*names, **settings)]


def with_words(command: Callable[..., None]) -> Callable[..., None]:
    """The command with described options, one for each field of a parameter that is a dataclass.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Noise:
    ...     scale: str = "1"
    >>> @with_words
    ... def show(name: str, noise: Noise) -> None:
    ...     print(name, noise)
    >>> list(inspect.signature(show).parameters)
    ['name', 'scale']
    >>> show(name="laplace", scale="2")
    laplace Noise(scale='2')
    """
    signature = inspect.signature(command)
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hints[name] for name in signature.parameters if is_dataclass(hints[name])}

    def options() -> Iterator[inspect.Parameter]:
        for name, parameter in signature.parameters.items():
            if name not in groups:
                kind = described(command, name, hints[name])
                yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=kind)
                continue
            group = groups[name]
            types = get_type_hints(group, include_extras=True)
            for field in fields(group):
                yield inspect.Parameter(
                    field.name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=field.default,
                    annotation=described(group, field.name, types[field.name]),
                )

    @wraps(command)
    def called(**words: Any) -> None:
        for name, group in groups.items():
            words[name] = group(**{field.name: words.pop(field.name) for field in fields(group)})
        command(**words)

    flat = list(options())
    called.__annotations__ = {option.name: option.annotation for option in flat}
    called.__signature__ = signature.replace(parameters=flat)  # type: ignore[attr-defined]
    return called
