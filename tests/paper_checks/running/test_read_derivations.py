"""What Coq accepted is stored by its content and read once; a refusal, or a stale line, fails."""

import pytest
from banditproof.paper_checks.running import read_derivations
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
    return reader


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
