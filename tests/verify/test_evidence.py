"""Grades are ordered by strength, and evidence becomes JSON without rounding."""

import json
import math
import pickle
from fractions import Fraction
import numpy as np
import pytest
from flint import arb
from banditproof.theory import Enclosure
from banditproof.verify.evidence import Evidence, Grade, JudgedBy, weakest


def test_grades_are_sorted_by_strength_and_not_by_alphabet():
    strongest_first = ["proved", "derived", "outlined", "points", "sampled", "statistical", "cited"]
    assert sorted(Grade) == strongest_first
    assert max(Grade) is Grade.CITED
    assert sorted(Grade, key=str) != strongest_first
    assert Grade.PROVED < "cited"
    assert Grade.CITED > Grade.STATISTICAL >= Grade.STATISTICAL
    assert Grade.SAMPLED <= Grade.SAMPLED


def test_a_conclusion_is_as_weak_as_its_weakest_ground():
    assert weakest([Grade.POINTS, Grade.SAMPLED, Grade.PROVED]) is Grade.SAMPLED


def test_evidence_becomes_json_exactly():
    numbers = {
        "ratio": Fraction(1, 3),
        "loss": Enclosure(Fraction(1, 3), Fraction(1, 2)),
        "floats": np.array([0.25, math.inf]),
        "count": np.int64(3),
        "grade": Grade.CITED,
        "set": {1},
        "nothing": None,
        "yes": True,
    }
    result = json.loads(
        json.dumps(Evidence(Grade.PROVED, numbers, "w", 0.5, judged_by=JudgedBy.CHECK).to_json())
    )
    assert result["grade"] == "proved"
    assert result["witness"] == "w"
    assert result["seconds"] == 0.5
    assert result["numbers"]["ratio"] == "1/3"
    assert result["numbers"]["floats"] == [0.25, "inf"]
    assert result["numbers"]["count"] == 3
    assert result["numbers"]["grade"] == "cited"
    assert result["numbers"]["set"] == [1]
    assert result["numbers"]["yes"] is True
    assert Fraction(result["numbers"]["loss"]["lo"]) <= Fraction(1, 3)
    assert Fraction(result["numbers"]["loss"]["hi"]) >= Fraction(1, 2)


def test_balls_become_enclosures_that_other_processes_can_read() -> None:
    evidence = Evidence(
        Grade.PROVED, {"root": arb(2).sqrt(), "both": (arb(1), 2)}, judged_by=JudgedBy.CHECK
    )
    again = pickle.loads(pickle.dumps(evidence))
    assert again == evidence
    assert again.numbers["root"].lo ** 2 < 2 < again.numbers["root"].hi ** 2
    assert again.numbers["both"] == (Enclosure.of(1), 2)


def test_who_gave_a_grade_is_never_forgotten() -> None:
    """New code that makes evidence and says nothing of it does not run."""
    with pytest.raises(TypeError, match="judged_by"):
        Evidence(Grade.PROVED)  # type: ignore[call-arg]
