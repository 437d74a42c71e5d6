"""The theorems of Coq on which the checker's rules rest: their texts, mutants, and axioms."""

import re
from pathlib import Path
import pytest
from banditproof.theory.prover.coq import __main__ as command
from banditproof.theory.prover.coq import checker_theorems
from banditproof.theory.prover.coq.checker_theorems import (
    FILES,
    FOLDER,
    Denied,
    asked,
    comparison,
    compile_checker_rules,
    premises,
    texts_are_proved,
    theorems,
    weaker_texts_are_refused,
    without,
)
from banditproof.theory.prover.coq.coqc import AXIOMS, MISSING, coq_is_installed, opinion_on

needs_coq = pytest.mark.skipif(not coq_is_installed(), reason=MISSING)
at_night = pytest.mark.night("`make coq` compiles the theorems and compares their texts by day")
SOURCES = {name: FOLDER.joinpath(f"{name}.v").read_text("utf-8") for name in FILES}


@pytest.fixture(scope="module")
def proved(folder: Path) -> Path:
    """The folder with the compiled theorems."""
    compile_checker_rules(folder)
    return folder


def test_each_theorem_of_the_files_has_a_text_and_each_text_a_theorem() -> None:
    stated = re.findall(r"^Theorem (\w+)", "\n".join(SOURCES.values()), re.MULTILINE)
    assert len(stated) == len(set(stated))
    assert set(stated) == {*theorems(), *(one.name for one in without())}
    assert all(name.startswith("rule_") for name in theorems())


def test_nothing_is_admitted_and_no_axiom_is_added() -> None:
    words = r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Abort|Unset)\b"
    for name, text in SOURCES.items():
        assert not re.search(words, text), name
    # what a section takes as given becomes a premise of its theorems, which the texts show
    assert len(re.findall(r"^Variables? ", SOURCES["checker_points"], re.MULTILINE)) == 2


def test_a_side_condition_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="rule_limit_low has no side condition 'has_inside v'"):
        _ = Denied("a", "rule_limit_low", "has_inside v").text


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("rule_limit_low", "has_inside w"),
        ("rule_limit_high", "has_inside w"),
        ("rule_strike_both", "has_inside w"),
        ("rule_vanishing_power", "(0 < n)%Z"),
        ("rule_vanishing_exp", "0 < d"),
        ("rule_vanishing_exp", "0 < a0"),
        ("rule_vanishing_exp", "(0 < m)%Z"),
        ("rule_vanishing_erf_fast", "0 < d"),
        ("rule_least", "in_closure w m"),
        ("rule_cases", "defined D s"),
        ("rule_sum", "defined D t"),
        ("rule_slope_lambertw", "- exp (-1) < f x"),
    ],
)
def test_a_side_condition_of_the_checker_is_a_premise(name: str, condition: str) -> None:
    text = theorems()[name]
    assert condition in [text[place] for place in premises(text)]


@at_night
@needs_coq
def test_coq_has_proved_each_text_by_the_axioms_of_the_reals(proved: Path) -> None:
    said = texts_are_proved(proved)
    assert said, said.message
    assert set(said.axioms) <= AXIOMS


@at_night
@needs_coq
def test_coq_refuses_each_text_without_one_of_its_premises(proved: Path) -> None:
    said = weaker_texts_are_refused(proved)
    assert said, said.message
    assert (
        said.message == f"Coq refuses {sum(len(premises(t)) for t in theorems().values())} texts."
    )


@at_night
@needs_coq
@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("rule_range_exp", "forall u v, 0 <= exp u /\\ (u < v -> exp u < exp v)", "rule_range_exp"),
        ("rule_of_no_file", "True", "rule_of_no_file"),
    ],
)
def test_another_text_and_another_name_are_refused(
    name: str, text: str, why: str, proved: Path
) -> None:
    said = asked(proved, "other", comparison({name: text}))
    assert said.failed
    assert why in said.errors


@at_night
@needs_coq
def test_an_axiom_of_its_own_is_named(proved: Path) -> None:
    cheat = "Axiom rule_cheat : forall x : R, 0 <= x.\n"
    said = asked(proved, "cheat", cheat + comparison({"rule_cheat": "forall x, 0 <= x"}))
    assert not said.failed
    opinion = opinion_on(said.printed, 0.0)
    assert not opinion
    assert "rule_cheat" in opinion.message


@at_night
@needs_coq
def test_the_command_says_that_a_text_is_not_proved(
    proved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checker_theorems, "theorems", lambda: {"rule_range_exp": "False"})
    monkeypatch.setattr(checker_theorems, "without", tuple)
    monkeypatch.setattr(command, "compile_checker_rules", lambda folder: 0.0)
    assert not command.rules_are_proved(proved)
    assert "Coq has not proved a text of checker_theorems.toml" in capsys.readouterr().out
