"""Groups of options: a dataclass of options that several commands take as one parameter."""

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each field of each parameter that is a dataclass.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Noise:
    ...     scale: str = "1"
    >>> @with_groups
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
    flat: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        if name not in groups:
            option = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name])
            flat.append(option)
            continue
        types = get_type_hints(groups[name], include_extras=True)
        flat += [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=types[field.name],
            )
            for field in fields(groups[name])
        ]

    @wraps(command)
    def called(**words: Any) -> None:
        for name, group in groups.items():
            words[name] = group(**{field.name: words.pop(field.name) for field in fields(group)})
        command(**words)

    called.__annotations__ = {option.name: option.annotation for option in flat}
    called.__signature__ = signature.replace(parameters=flat)  # type: ignore[attr-defined]
    return called
