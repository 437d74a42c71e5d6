"""The colours of a report: every text can be read on its ground, on paper and in the dark."""

from colorsys import rgb_to_hls
import pytest
from banditproof.paper_checks.report.palette import (
    COLOURS,
    STRONGLY,
    VERDICTS,
    contrast,
    of_verdicts,
    style,
)
from banditproof.paper_checks.verdicts.verdict import Outcome
from banditproof.paper_checks.verdicts.verdict_words import GRADES_OF, STRONG, WRONG

SCHEMES = {"light": 0, "dark": 1}
TEXTS = ("ink", "quiet", "link", "risk")
READABLE, VISIBLE = 4.5, 3.0


def weak_pairs(colours, scheme: int) -> list[tuple[str, str]]:
    """The texts that cannot be read on paper, or on what is raised from it."""
    return [
        (text, ground)
        for text in TEXTS
        for ground in ("paper", "raised")
        if contrast(colours[text][scheme], colours[ground][scheme]) < READABLE
    ]


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_texts_have_contrast_with_their_grounds(scheme: int) -> None:
    assert weak_pairs(COLOURS, scheme) == []
    for verdict, grounds in (*VERDICTS.items(), *STRONGLY.items()):
        ground, text = grounds[scheme]
        assert contrast(ground, text) >= READABLE, verdict
    assert contrast(COLOURS["focus"][scheme], COLOURS["paper"][scheme]) >= VISIBLE
    assert contrast(COLOURS["edge"][scheme], COLOURS["paper"][scheme]) >= VISIBLE


def test_a_pale_text_is_noticed() -> None:
    pale = {**COLOURS, "quiet": ("#aaaaaa", "#444444")}
    assert weak_pairs(pale, 0) == weak_pairs(pale, 1) == [("quiet", "paper"), ("quiet", "raised")]


def test_contrast_is_that_of_the_definition() -> None:
    """Values that anyone can look up: mid grey on white, and red on white."""
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == contrast("#ffffff", "#ff0000")
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)


def test_every_verdict_has_a_colour_in_both_schemes() -> None:
    rules = style()
    for outcome in Outcome:
        assert outcome.value in VERDICTS
        assert rules.count(f"--{outcome.value}:") == rules.count(f"--{outcome.value}-ink:") == 2


def hue(colour: str) -> float:
    """The hue in degrees: 0 is red, 60 yellow, 120 green, 240 blue, 300 purple."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 360 * rgb_to_hls(red, green, blue)[0]


def test_hues_are_those_of_the_wheel() -> None:
    named = {"#ff0000": 0, "#ffff00": 60, "#00ff00": 120, "#0000ff": 240, "#fbeec6": 45}
    assert {colour: round(hue(colour)) for colour in named} == named


@pytest.mark.parametrize("verdict", WRONG)
def test_what_is_not_true_as_printed_is_never_yellow_or_green(verdict: str) -> None:
    """From purple over red to orange, on every ground; `#fbeec6`, a yellow, is at 45 degrees."""
    for grounds in (table[verdict] for table in (VERDICTS, STRONGLY) if verdict in table):
        for ground, _ in grounds:
            assert not 30 < hue(ground) < 300, (verdict, ground)


def test_each_verdict_with_a_strong_grade_has_a_strong_colour() -> None:
    assert set(STRONGLY) == {word for word, grades in GRADES_OF.items() if {*STRONG} & {*grades}}
    rules = of_verdicts().splitlines()
    for verdict in VERDICTS:
        pale = [rule for rule in rules if rule.startswith(f".verdict.{verdict} ")]
        strong = [rule for rule in rules if rule.startswith(f".verdict.{verdict}:is(")]
        assert (len(pale), len(strong)) == (1, verdict in STRONGLY)
        assert all(rules.index(rule) > rules.index(pale[0]) for rule in strong)
    for verdict, grounds in STRONGLY.items():
        for (strong, _), (pale, _) in zip(grounds, VERDICTS[verdict], strict=True):
            assert contrast(strong, pale) >= 3, verdict
