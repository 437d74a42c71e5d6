"""Modules of `paper_checks` that have moved: their former places work, and name the new ones."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from banditproof.paper_checks.former_places import PLACES

ROOM = "banditproof.paper_checks"


@pytest.mark.parametrize("name", PLACES)
def test_a_former_place_gives_the_module_and_names_the_new_place(name, monkeypatch) -> None:
    now = import_module(f"{ROOM}.{PLACES[name]}")
    monkeypatch.delitem(sys.modules, f"{ROOM}.{name}", raising=False)
    with pytest.warns(DeprecationWarning, match=f"{name} is now {now.__name__}; ") as warned:
        assert import_module(f"{ROOM}.{name}") is now
    assert len(warned) == 1
    assert now.__name__ == now.__spec__.name == f"{ROOM}.{PLACES[name]}"


def test_names_are_imported_from_a_former_place(monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, f"{ROOM}.verdict", raising=False)
    with pytest.warns(DeprecationWarning, match="is now") as warned:
        from banditproof.paper_checks.verdict import Outcome
    from banditproof.paper_checks import Outcome as public

    assert Outcome is public
    assert warned[0].filename == __file__


def test_any_other_name_is_no_module() -> None:
    assert find_spec(f"{ROOM}.nothing") is None
    assert find_spec("banditproof.theory.runner") is None
    with pytest.raises(ModuleNotFoundError, match="nothing"):
        import_module(f"{ROOM}.nothing")


def test_a_program_runs_by_its_former_place() -> None:
    command = [sys.executable, "-m", f"{ROOM}.write_proofs", "bern.nothing"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "There is no claim 'bern.nothing'" in answer.stderr
