"""Names in signatures are looked up once, and among few: the same types stand in hundreds of them.

A documented name that a short one may mean ends with the same word, so no other is compared.
"""

from __future__ import annotations
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from sphinx.domains.python import PythonDomain

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def last_word(name: str) -> str:
    """The last word of a name with dots.

    >>> last_word("theory.d_eps"), last_word("kernel()")
    ('d_eps', 'kernel')
    """
    return name.removesuffix("()").rpartition(".")[2]


def by_last_word(names: Iterable[str]) -> dict[str, list[str]]:
    """Documented names by their last words, each in the order in which they were given.

    >>> by_last_word(["a.b", "c", "d.b"])
    {'b': ['a.b', 'd.b'], 'c': ['c']}
    """
    result: dict[str, list[str]] = {}
    for name in names:
        result.setdefault(last_word(name), []).append(name)
    return result


class FoundNames(PythonDomain):
    """The domain of Python, which remembers what it found while no name is added."""

    _compared: dict[str, Any] | None = None

    @property
    def objects(self) -> dict[str, Any]:
        """All documented names; while one is looked up, those that it may mean."""
        return super().objects if self._compared is None else self._compared

    def find_obj(self, *asked: Any, **more: Any) -> Any:
        """What a name in a place means, among all documented names."""
        if vars(self).get("_count") != len(self.objects):
            self._count, self._found = len(self.objects), dict[Any, Any]()
            self._by_last_word = by_last_word(self.objects)
        key = (asked[1:], *sorted(more.items()))  # the first one is the environment
        if key not in self._found:
            name = more["name"] if "name" in more else asked[3]
            alike, known = self._by_last_word.get(last_word(name), ()), self.objects
            self._compared = {one: known[one] for one in alike if one in known}
            try:
                self._found[key] = super().find_obj(*asked, **more)
            finally:
                self._compared = None
        return self._found[key]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_domain(FoundNames, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
