"""The colours of a report: every text can be read on its ground, on paper and in the dark."""

import pytest
from banditproof.paper_checks.report.palette import COLOURS, VERDICTS, contrast, style
from banditproof.paper_checks.verdicts.verdict import Outcome

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
    for verdict, grounds in VERDICTS.items():
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
