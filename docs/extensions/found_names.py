"""Names in signatures are looked up once: the same types stand in hundreds of them."""

from __future__ import annotations
from typing import TYPE_CHECKING, Any
from sphinx.domains.python import PythonDomain

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class FoundNames(PythonDomain):
    """The domain of Python, which remembers what it found while no name is added."""

    def find_obj(self, *asked: Any, **more: Any) -> Any:
        """What a name in a place means, among all documented names."""
        if vars(self).get("_count") != len(self.objects):
            self._count, self._found = len(self.objects), dict[Any, Any]()
        key = (asked[1:], *sorted(more.items()))  # the first one is the environment
        if key not in self._found:
            self._found[key] = super().find_obj(*asked, **more)
        return self._found[key]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_domain(FoundNames, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
