"""What Coq accepted is stored by its content and read once; a refusal, or a stale line, fails."""

from types import SimpleNamespace
import pytest
from banditproof.paper_checks.running import last_reading, read_derivations
from banditproof.paper_checks.running.read_derivations import (
    accepted_before,
    derived,
    in_files,
    main,
)
from banditproof.theory.logic.coq.second_reader import Reading
from banditproof.theory.prover.coq.answers import CoqSays


class Coq:
    """A reader that gives prepared answers, and remembers what it was asked about."""

    def __init__(self) -> None:
        self.answers, self.asked = ["accepted"], list[str]()

    def __call__(self, theorems, *_, **__) -> Reading:
        self.asked.append(" ".join(name for name, _ in theorems))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return Reading(CoqSays(answer), "So.", leaves=3)


@pytest.fixture
def coq(monkeypatch, tmp_path) -> Coq:
    reader = Coq()
    monkeypatch.setattr(read_derivations, "coq_is_installed", lambda: True)
    monkeypatch.setattr(read_derivations, "read_by_coq", reader)
    monkeypatch.setattr(read_derivations, "STORED", tmp_path / "read.json")
    monkeypatch.setattr(last_reading, "STORED", tmp_path / "last_reading.txt")
    return reader


@pytest.fixture
def of_two(coq, monkeypatch) -> Coq:
    """All formal theorems are two, and no step of theirs is listed."""
    proofs = dict.fromkeys(("sum_add", "sum_scale"))
    theorems = [*derived([*proofs])]
    monkeypatch.setattr(read_derivations, "derived", lambda _: theorems)
    monkeypatch.setattr(read_derivations, "listed_exceptions", tuple)
    monkeypatch.setattr(last_reading, "decided_by", lambda: "as it is")
    monkeypatch.setattr(
        read_derivations, "development_of", lambda _: SimpleNamespace(proofs=proofs)
    )
    return coq


def test_what_was_accepted_is_read_once(coq) -> None:
    assert main(["sum_add", "sum_scale"], again=False) == 0
    assert main(["sum_add"], again=False) == 0
    assert coq.asked == ["sum_add sum_scale"]
    assert main(["sum_add"], again=True) == 0
    assert coq.asked[1:] == ["sum_add"]


def test_a_file_that_is_refused_is_read_theorem_by_theorem(coq) -> None:
    coq.answers = ["refused", "accepted", "refused"]
    assert main(["sum_add", "sum_scale"], again=False) == 1
    assert coq.asked == ["sum_add sum_scale", "sum_add", "sum_scale", "sum_scale"]
    assert list(accepted_before()) == ["sum_add"]


def test_theorems_that_cite_one_another_are_in_two_files() -> None:
    moved, close, other = derived(["laplace_moved", "laplace_close", "sum_add"])
    for first, second in ((moved, close), (close, moved)):  # whichever cites the other one
        files = [[*file] for file in in_files(dict([first, second, other]))]
        assert files == [[first[0], other[0]], [second[0]]]


def test_a_refusal_counts_when_it_comes_twice(coq, capsys) -> None:
    coq.answers = ["refused", "accepted", "refused"]
    assert main(["sum_add"], again=False) == 0
    assert main(["sum_scale", "sum_add"], again=False) == 1
    assert list(accepted_before()) == ["sum_add"]
    assert "sum_scale: Coq refuses the proof: So." in capsys.readouterr().out


def test_an_unknown_theorem_and_a_listed_step_that_is_none_are_wrong(
    coq, capsys, monkeypatch
) -> None:
    assert main(["no_such_theorem"], again=False) == 1
    listed = read_derivations.listed_exceptions()
    monkeypatch.setattr(read_derivations, "listed_exceptions", lambda: (*listed, "0" * 24))
    few = [pair for name in ("sum_add", "cosh_moved") for pair in read_derivations.derived([name])]
    monkeypatch.setattr(read_derivations, "derived", lambda _: few)
    assert main([], again=False) == 1
    said = capsys.readouterr().out
    assert f"{'0' * 24} is listed in without_coq.txt, and is no step of a theorem" in said
    assert "It took 1 steps without a proof, which are listed." in said


def said_of_all(capsys, code: int = 0, again: bool = False) -> str:
    assert main([], again) == code
    return capsys.readouterr().out


def test_nothing_is_judged_while_all_is_as_it_was_at_the_last_reading(
    of_two, capsys, monkeypatch
) -> None:
    assert "Coq accepts 2 of 2 theorems, 0 of them read before" in said_of_all(capsys)
    judging = read_derivations.derived
    monkeypatch.setattr(read_derivations, "derived", lambda _: pytest.fail("judged"))
    assert "Coq has accepted all 2 theorems, and nothing that decides it" in said_of_all(capsys)
    monkeypatch.setattr(read_derivations, "derived", judging)
    assert "2 of 2 theorems, 2 of them read before" not in said_of_all(capsys, again=True)
    assert len(of_two.asked) == 2
    # what decides it, or what was accepted, is no longer the same
    with monkeypatch.context() as changed:
        changed.setattr(last_reading, "decided_by", lambda: "another")
        assert "2 of 2 theorems, 2 of them read before" in said_of_all(capsys)
    read_derivations.STORED.write_text("{}", "utf-8")
    assert "2 of 2 theorems, 0 of them read before" in said_of_all(capsys)


def test_a_reading_that_refuses_or_is_of_changing_files_is_not_the_last(
    of_two, capsys, monkeypatch, tmp_path
) -> None:
    of_two.answers = ["refused", "accepted", "refused", "refused", "accepted"]
    assert "Coq accepts 1 of 2 theorems" in said_of_all(capsys, code=1)
    assert not last_reading.STORED.exists()
    digests = iter(["before", "after"])
    with monkeypatch.context() as changed:
        changed.setattr(last_reading, "decided_by", lambda: next(digests))
        assert "changed while Coq read" in said_of_all(capsys)
    (tmp_path / "young.py").touch()
    with monkeypatch.context() as changed:
        changed.setattr(last_reading, "_modules", lambda: [tmp_path / "young.py"])
        assert "changed while Coq read" in said_of_all(capsys)
    assert not last_reading.STORED.exists()
    assert "changed" not in said_of_all(capsys)
    assert last_reading.STORED.exists()
