"""The colours of a report: every text can be read on its ground, on paper and in the dark."""

from colorsys import rgb_to_hls
from math import dist
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


SEEN_BY = {
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.052)),
    "deuteranopia": ((0.3673, 0.8607, -0.228), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""How light is seen without one kind of cones (Machado, Oliveira and Fernandes, 2009)."""
FROM_CONES = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.63))
TO_OKLAB = ((0.2105, 0.7936, -0.0041), (1.978, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087))
APART = {"pale": (VERDICTS, 0.025), "strong": (STRONGLY, 0.08)}
"""How far colours are at least from each other in Oklab; black is from white by 1."""


def times(matrix, vector) -> list[float]:
    return [sum(map(float.__mul__, row, vector)) for row in matrix]


def seen(colour: str, by: str) -> list[float]:
    """The place of a colour in Oklab, as somebody sees it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    clipped = [min(1.0, max(0.0, x)) for x in times(SEEN_BY[by], light)]
    return times(TO_OKLAB, [x ** (1 / 3) for x in times(FROM_CONES, clipped)])


def too_near(holds: str, table, scheme: int, by: str, least: float) -> list[str]:
    """The verdicts of what is not true as printed whose colour is near that of what holds."""
    return [
        verdict
        for verdict in WRONG
        if verdict in table and dist(seen(holds, by), seen(table[verdict][scheme][0], by)) < least
    ]


@pytest.mark.parametrize("by", SEEN_BY)
@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@pytest.mark.parametrize(("table", "least"), APART.values(), ids=APART)
def test_readers_who_are_blind_to_a_colour_tell_what_holds_from_what_does_not(
    table, least: float, scheme: int, by: str
) -> None:
    assert too_near(table["holds"][scheme][0], table, scheme, by, least) == []


def test_green_beside_red_is_noticed() -> None:
    near = too_near("#1f7a33", STRONGLY, 0, "deuteranopia", 0.08)
    assert {"fails", "misprint"} <= set(near)
