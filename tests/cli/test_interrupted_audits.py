"""Audits on a terminal say what they do, and after an interruption what they had found."""

import re
import sys
from fractions import Fraction
import pytest
from case_tables import table
from terminals import on_a_terminal
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.announced import announce, told_to
from banditproof.verify.audit import start_audit
from banditproof.verify.audit.sampled import SEARCH
from banditproof.verify.sampling.sampler import BlackBoxSampler

MODULE = table(__file__, "module")
LATE = table(__file__, "late")
MADE = re.compile(r"([1-9]\d*) runs of \d+ rounds are compared so far")


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "slow_of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("slow_of_mine")
    sys.modules.pop("slow_of_mine", None)


def gather(running, checks) -> None:
    """Put the checks into a list one by one, as the command does."""
    for check in running.checks:
        checks.append(check)


class Pressed:
    """A listener that is interrupted when many runs were compared."""

    def __init__(self, least=2000):
        self.least, self.made, self.heard = least, 0, []

    def __call__(self, words):
        self.heard.append(words)
        said = MADE.search(words)
        if said and int(said[1]) >= self.least and not self.made:
            self.made = int(said[1])
            raise KeyboardInterrupt


@pytest.mark.parametrize("where", ["here", "in its own process"])
def test_an_interrupted_comparison_says_the_runs_that_were_made(module, where) -> None:
    source = module.less if where == "here" else "slow_of_mine:less"
    running, checks, pressed = start_audit(source, 1), [], Pressed()
    with pytest.raises(KeyboardInterrupt), told_to(pressed):
        gather(running, checks)
    report = running.report(tuple(checks), True)
    assert report.verdict == "not refuted"
    last = checks[-1]
    assert (last.name, last.verdict) == (SEARCH, "not refuted")
    runs = int(re.search(r"(\d+) runs of", last.tried)[1])
    assert 1000 < runs < 100_000  # of all that were made, those that a search or a test has seen
    if where == "here":
        assert runs <= pressed.made
    assert "(interrupted)" in last.note
    assert "Interrupted: this is what was known by then." in report.sentence
    assert report.to_json()["interrupted"]


def test_what_was_refuted_before_an_interruption_stays_refuted(module, monkeypatch) -> None:
    """It comes while the witness is made smaller."""
    from banditproof.verify.sampling import search_and_test

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(search_and_test, "_shrink", interrupted)
    running, checks = start_audit(module.none, 1), []
    with pytest.raises(KeyboardInterrupt):
        gather(running, checks)
    assert running.report(tuple(checks), True).verdict == "fails"
    assert checks[-1].witness


def test_an_interruption_before_any_run_claims_none(module, monkeypatch) -> None:
    monkeypatch.setattr(BlackBoxSampler, "sample", _interrupted)
    running, checks = start_audit(module.Turns, 1), []
    with pytest.raises(KeyboardInterrupt):
        gather(running, checks)
    report = running.report(tuple(checks), True)
    assert report.verdict == "not refuted"
    assert all("seen" not in check.note for check in checks)
    assert not any(re.search(r"[1-9]\d* runs", check.tried) for check in checks)


def _interrupted(*_):
    raise KeyboardInterrupt


def test_a_terminal_shows_what_is_done_and_ctrl_c_what_was_found(module, tmp_path) -> None:
    words = ["audit", "slow_of_mine:less", "--eps", "1"]
    seen = on_a_terminal(words, tmp_path, MADE.pattern, both=False)
    assert seen.code == 130
    assert "Traceback" not in seen.err + seen.out
    assert "auditing slow_of_mine:less: " in seen.err
    text = " ".join(seen.out.split())
    assert "runs on neighbours, compared" in text
    assert "Interrupted: this is what was known by then." in text
    assert "With --output transcript the claim is about the releases, too" in text
    assert "With --horizon 3 plays of 3 rounds are compared" in text


def test_what_is_piped_says_nothing_on_the_way(module, banditproof) -> None:
    code, out, err = banditproof("audit", "slow_of_mine:Turns", "--eps", "1", "--samples", "500")
    assert (code, err) == (3, "")
    assert "are compared so far" not in out
    assert "nothing reacted" in " ".join(out.split())
    assert "--horizon 3" not in out, "shorter plays would show even less"
    assert "NoisyFeedback adds noise to what any code hears" in " ".join(out.split())
    assert "--output transcript" not in out
    holds = banditproof("audit", "dp-imed", "--eps", "1").text
    assert "With --" not in holds


def test_shorter_plays_are_offered_where_something_reacts(module, tmp_path, banditproof) -> None:
    (tmp_path / "late_of_mine.py").write_text(LATE)
    text = banditproof("audit", "late_of_mine:Late", "--eps", "9", "--samples", "500").out
    assert "and not about what a policy does later." in " ".join(text.split())
    hangs = banditproof("audit", "late_of_mine:Hangs", "--eps", "9", "--time-limit", "3").out
    assert "an answer in time" in hangs
    assert "--horizon 3" not in hangs


def test_who_does_not_listen_hears_nothing(capsys) -> None:
    with told_to(print):
        announce("a")
        with told_to(lambda words: None):
            announce("b")
        announce("c")
    announce("d")
    assert capsys.readouterr().out == "a\nc\n"


def test_the_hint_of_the_transcript_is_true(module, banditproof) -> None:
    """What the declaration of this policy costs decides the claim about the releases."""
    words = ("audit", "slow_of_mine:less", "--eps", "1", "--output", "transcript")
    code, out, _ = banditproof(*words)
    assert code == 1
    assert "the construction: declared parts fails proved" in " ".join(out.split())


class Counted(DeclaredSums):
    made = 0

    def __post_init__(self) -> None:
        Counted.made += 1
        super().__post_init__()


def test_a_curator_is_made_once_for_each_run(module) -> None:
    """A property that makes it was asked in each round, and took most of the time of an audit."""
    import numpy as np

    class Asked(module.Own):
        @property
        def curator(self):
            return Counted(Laplace(2))

    Counted.made = 0
    box = LibraryBox(Asked(2, Fraction(1)), np.random.default_rng(1))
    for _ in range(200):
        box.update(box.select(), 1.0)
    assert Counted.made == 1


def test_a_noise_that_a_state_decides_is_still_asked_for(module) -> None:
    import numpy as np

    asked = []

    class Says(module.Own):
        def mechanism(self, state, pull):
            asked.append(pull)
            return Laplace(3)

    box = LibraryBox(Says(2, Fraction(1)), np.random.default_rng(1))
    for _ in range(20):
        box.update(box.select(), 1.0)
    assert len(asked) > 2
