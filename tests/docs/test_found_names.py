"""Names of the reference mean what they mean to Sphinx, though they are compared with few."""

import sys
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
NAMES = (
    "theory.d_eps", "theory.kernels.d_eps", "theory.Law", "theory.Law.mean", "verify.Law", "mean",
    "theory.Law.mean.d_eps", "algorithms.play", "theory",
)  # fmt: skip
ASKED = (
    "d_eps",
    "kernels.d_eps",
    "Law",
    "Law.mean",
    "mean",
    "mean()",
    "play",
    "no",
    "eps",
    "",
    "theory",
)


@pytest.fixture
def domains() -> tuple[Any, Any]:
    pytest.importorskip("sphinx", reason="pip install banditproof[docs]")
    from extensions.found_names import FoundNames
    from sphinx.domains.python import ObjectEntry, PythonDomain

    entries = {
        name: ObjectEntry("page", name, "class" if name.endswith("Law") else "function", False)
        for name in NAMES
    }
    made = []
    for kind in (FoundNames, PythonDomain):
        data = {"objects": dict(entries), "modules": {}, "version": kind.data_version}
        made.append(kind(SimpleNamespace(domaindata={"py": data})))  # type: ignore[arg-type]
    return made[0], made[1]


def found(domain: Any) -> list[Any]:
    places = product(
        (None, "theory", "verify"), (None, "Law"), ASKED, (None, "class", "func", "obj"), (0, 1)
    )
    return [domain.find_obj(domain.env, *asked) for asked in places]


def test_each_name_is_found_as_sphinx_finds_it(domains) -> None:
    fast, plain = domains
    known = found(plain)
    assert found(fast) == known == found(fast)
    assert any(len(one) > 1 for one in known)


def test_names_that_are_added_are_found(domains) -> None:
    before = found(domains[0])
    for domain in domains:
        domain.data["objects"]["verify.mean"] = domain.data["objects"]["mean"]
    after = found(domains[0])
    assert after == found(domains[1]) != before


def test_a_wrong_last_word_finds_less(domains, monkeypatch) -> None:
    """A mutant: names are kept under their first words."""
    from extensions import found_names

    monkeypatch.setattr(found_names, "last_word", lambda name: name.partition(".")[0])
    assert found(domains[0]) != found(domains[1])
