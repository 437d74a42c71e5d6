"""Labels at the ends of curves, the numbers of logarithmic axes, and a mutant of each."""

import pytest
from legible_figures import cut_off, overlapping, texts_of
from matplotlib.figure import Figure
from matplotlib.text import Annotation
from banditproof.theory.figure_style import drawing_style, label_ends, plain_logarithms


def labelled(ends, last=None, low=1.0, high=100.0):
    """The label of each name, beside a panel with logarithmic axes from 1 to 100."""
    with drawing_style():
        figure = Figure(figsize=(6, 4))
        axes = figure.add_axes((0.1, 0.1, 0.6, 0.8))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(1, 100)
        axes.set_ylim(low, high)
        label_ends(axes, ends, last=last)
    return figure, {one.get_text(): one for one in axes.texts if isinstance(one, Annotation)}


def test_a_label_begins_where_its_curve_ends() -> None:
    _, labels = labelled({"long": (10, "black"), "short": (30, "black")}, last={"short": 10})
    assert labels["long"].xy == pytest.approx((1.0, 0.5))
    assert labels["short"].xy == pytest.approx((0.5, 0.7386), abs=1e-3)


@pytest.mark.parametrize(
    ("value", "word", "height"),
    [(1e6, "far (above)", 1), (0.01, "far (below)", 0), (0.0, "far (below)", 0), (100, "far", 1)],
)
def test_a_curve_outside_of_its_panel_has_a_label_that_says_so(value, word, height) -> None:
    figure, labels = labelled({"near": (10, "black"), "far": (value, "black")})
    assert labels[word].xy[1] == pytest.approx(height)
    assert cut_off(figure) == []
    assert overlapping(figure) == []


def test_what_is_cut_off_or_overlaps_is_noticed() -> None:
    figure = Figure(figsize=(4, 3))
    figure.text(0.2, 0.5, "one line\nand a much longer one")
    figure.text(0.5, 0.56, "beside the short line")
    assert overlapping(figure) == []
    figure.text(0.5, 0.5, "on the long line")
    assert [second for _, second in overlapping(figure)] == ["on the long line"]
    assert cut_off(figure) == []
    figure.text(0.9, 0.1, "beyond the edge")
    assert cut_off(figure) == ["beyond the edge"]


@pytest.mark.parametrize(
    ("low", "high", "shown", "missing"),
    [(2, 40, "20", "2"), (1, 1000, "100", "20"), (1e-9, 1, "$\\mathdefault{10^{-4}}$", "1")],
)
def test_numbers_of_an_axis_are_written_as_people_do(low, high, shown, missing) -> None:
    figure = Figure(figsize=(5, 3))
    axes = figure.add_subplot()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.set_yticks([])
    plain_logarithms(axes.xaxis)
    words = {one.get_text() for one in texts_of(figure)}
    assert shown in words
    assert (missing in words) == (missing == "2")
    assert overlapping(figure) == []
