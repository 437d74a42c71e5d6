"""Checks run in an order that shows theorems first, and leaves no worker alone with a long one."""

import random
from types import SimpleNamespace
import pytest
from banditproof.paper_checks import find
from banditproof.paper_checks.running import order_of_checks
from banditproof.paper_checks.running.order_of_checks import (
    expected_seconds,
    in_order,
    listed,
    measured_seconds,
    rank,
    shared_work,
)
from banditproof.paper_checks.statements.index import text_index


def some(kinds: list[str]) -> list:
    return [
        SimpleNamespace(id=str(n), kind=kind, stated=True, grade=None, program=None)
        for n, kind in enumerate(kinds)
    ]


def test_theorems_come_before_lemmas_and_remarks() -> None:
    mixed = some(["remark", "lemma", "theorem", "theorem (cited)", "experiment"] * 60)
    order = [claim.kind for claim in in_order(mixed)]
    assert order[:60] == ["theorem"] * 60
    assert order[60:120] == ["theorem (cited)"] * 60
    assert order[120:180] == ["lemma"] * 60


def test_formal_proofs_come_first_and_beside_each_other() -> None:
    claims = some(["theorem"] * 400)
    for claim in claims[::5]:
        claim.grade = "derived"
    assert all(claim.grade == "derived" for claim in in_order(claims)[:80])


def test_programs_of_a_file_run_together_where_one_takes_long(monkeypatch) -> None:
    claims = some(["theorem", "lemma", "remark", "experiment"] * 3)
    for claim in claims:
        claim.program = (f"file {int(claim.id) // 4}", "check")
    monkeypatch.setattr(order_of_checks, "measured_seconds", lambda: {"6": 3.0})
    order = [claim.id for claim in in_order(claims)]
    first = order.index("4")
    assert order[first : first + 4] == ["4", "5", "6", "7"]
    assert set(shared_work(claims)) == {"4", "5", "6", "7"}
    monkeypatch.setattr(order_of_checks, "measured_seconds", dict)
    assert not shared_work(claims)


def test_nothing_is_lost(monkeypatch) -> None:
    claims = some(random.Random(1).choices(["remark", "lemma", "theorem"], k=300))
    monkeypatch.setattr(order_of_checks, "expected_seconds", lambda id: float(int(id) % 7))
    assert sorted(c.id for c in in_order(claims)) == sorted(c.id for c in claims)
    assert in_order([]) == []


@pytest.mark.parametrize("seed", range(20))
def test_two_workers_end_together(monkeypatch, seed: int) -> None:
    rng = random.Random(seed)
    seconds = {str(n): rng.choice([0.1] * 20 + [1.0, 3.0, 12.0]) for n in range(400)}
    monkeypatch.setattr(order_of_checks, "expected_seconds", seconds.__getitem__)
    busy = [0.0, 0.0]
    for claim in in_order(some(rng.choices(["remark", "lemma", "theorem"], k=400))):
        busy[busy.index(min(busy))] += seconds[claim.id]
    assert abs(busy[0] - busy[1]) <= 1.0


def test_the_hints_are_about_claims() -> None:
    assert set(measured_seconds()) <= set(text_index())
    assert all(seconds >= order_of_checks.LEAST for seconds in measured_seconds().values())
    assert expected_seconds("bern.none") == order_of_checks.SHORT


def test_what_is_listed_is_read_again() -> None:
    assert listed([("b", 3.14159), ("a", 0.3), ("c", 0.1)]) == '{\n"a": 0.3,\n"b": 3.1\n}\n'


def test_what_the_document_states_comes_before_our_steps() -> None:
    assert rank(find("bern.thm3.1")) < rank(find("bern.thm3.1.repaired"))
