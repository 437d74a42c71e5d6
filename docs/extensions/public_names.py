"""The directive `public-names`: what a module or a package offers, with its documentation.

A package offers what it lists in `__all__`; a module without such a list offers its own classes and
functions. A name that stands in an earlier place of the reference is only linked there.
"""

import inspect
import pkgutil
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from .docstrings import as_restructured_text, escaped

ROOT = Path(__file__).resolve().parent.parent.parent


def offered(module: ModuleType) -> list[str]:
    """The public names of a module.

    >>> import banditproof.theory.bernoulli as bernoulli
    >>> "kl" in offered(bernoulli), "np" in offered(bernoulli)
    (True, False)
    """
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isroutine(value))
        and getattr(value, "__module__", None) == module.__name__
    ]


@dataclass(frozen=True)
class Described:
    """How autodoc is asked for one name."""

    name: str
    directive: str
    options: tuple[str, ...] = ()
    home: str = ""
    """The module where it is defined, if the documentation stands only there."""

    def lines(self, module: str) -> list[str]:
        options = [f"   {option}" for option in self.options]
        return [f".. {self.directive}:: {self.home or module}.{self.name}", *options, ""]


def described(module: ModuleType, name: str) -> Described:
    """The directive for a public name: a class with its methods, a function, or a value."""
    value = getattr(module, name)
    if inspect.isclass(value):
        if issubclass(value, BaseException):
            return Described(name, "autoexception")
        return Described(name, "autoclass", (":members:", ":show-inheritance:"))
    if callable(value) and not hasattr(value, "__args__"):
        return Described(name, "autofunction")
    return Described(name, "autodata", (":no-value:",), home_of(module, name))


def home_of(module: ModuleType, name: str) -> str:
    """The module that documents a value, which may be one below a package that offers it.

    >>> import banditproof.theory.accounting as accounting
    >>> home_of(accounting, "DEFAULT_WIDTH")
    'banditproof.theory.accounting.privacy_curve'
    """
    results = [place.name for place in pkgutil.iter_modules(getattr(module, "__path__", []))]
    for place in [module.__name__, *(f"{module.__name__}.{part}" for part in results)]:
        if ("", name) in ModuleAnalyzer.for_module(place).find_attr_docs():
            return place
    return module.__name__


def path_of(module: ModuleType) -> str:
    """The file of a module in the repository.

    >>> import banditproof.theory.bernoulli as bernoulli
    >>> path_of(bernoulli)
    'theory/bernoulli.py'
    """
    file = Path(module.__file__ or "").resolve()
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name


def identity(value: object, module: str, name: str) -> str:
    """What tells whether two names are one thing: the home of a class or function."""
    home = getattr(value, "__module__", "") if callable(value) else ""
    if home.startswith("banditproof") and not hasattr(value, "__args__"):
        return f"{home}.{getattr(value, '__qualname__', name)}"
    return f"{module}.{name}"


class PublicNames(SphinxDirective):
    """`public-names:: MODULE`, or `public-names:: MODULE name name` for some of its names."""

    required_arguments = 1
    optional_arguments = 100
    final_argument_whitespace = False

    def run(self) -> list[nodes.Node]:
        module_name, *names = self.arguments
        module = import_module(module_name)
        seen: dict[str, str] = self.env.__dict__.setdefault("documented_names", {})
        lines: list[str] = []
        here: list[str] = []
        elsewhere: list[str] = []
        for name in names or offered(module):
            if not hasattr(module, name):
                raise self.error(f"The module {module_name} has no public name {name!r}.")
            key = identity(getattr(module, name), module_name, name)
            if seen.setdefault(key, f"{module_name}.{name}") != f"{module_name}.{name}":
                elsewhere.append(f":py:obj:`{name} <{seen[key]}>`")
            else:
                known = described(module, name)
                here.append(f":py:obj:`{name} <{known.home or module_name}.{name}>`")
                lines += known.lines(module_name)
        if elsewhere:
            lines += [f"Described elsewhere: {', '.join(elsewhere)}.", ""]
        start = self.opening(module, with_docstring=not names)
        if len(here) > 1:
            start += [f"Names: {', '.join(here)}.", ""]
        text = StringList([*start, *lines], source=self.get_source_info()[0])
        result = nodes.section()
        result.document = self.state.document
        self.state.nested_parse(text, self.content_offset, result)
        return list(result.children)

    def opening(self, module: ModuleType, with_docstring: bool) -> list[str]:
        text = inspect.getdoc(module) or ""
        lines = as_restructured_text(text.splitlines()) if with_docstring else []
        return [
            *lines,
            escaped("Import from ") + f"`{module.__name__}`; source: `{path_of(module)}`.",
            "",
        ]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("public-names", PublicNames)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
