"""The table of the field as a figure: what stands in its cells, and how they differ without colour."""

from itertools import pairwise
from matplotlib.patches import Polygon, Rectangle
from banditproof.paper_checks.field.cell_facts import word_of
from banditproof.paper_checks.field.cells import cells
from banditproof.paper_checks.field.gap_figure import DARK, GAP, gap_figure
from banditproof.theory.known_bounds.rows import NOTIONS, SETTINGS

AXES = gap_figure().axes[0]
PLACES = {(s, n): (x, y) for y, s in enumerate(SETTINGS) for x, n in enumerate(NOTIONS)}


def patches_of(cell) -> list:
    """What is drawn in the rectangle of a cell."""
    x, y = PLACES[cell.setting, cell.notion]
    boxes = [
        (patch, patch.get_path().get_extents(patch.get_patch_transform())) for patch in AXES.patches
    ]
    return [
        patch
        for patch, box in boxes
        if x < box.x0 and box.x1 < x + 1 and y < box.y0 and box.y1 < y + 1
    ]


def lightness(cell) -> float:
    ground = next(one for one in patches_of(cell) if isinstance(one, Rectangle))
    red, green, blue, _ = ground.get_facecolor()
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_each_cell_says_its_gap_or_what_is_known() -> None:
    texts = {(int(t.get_position()[0]), int(t.get_position()[1])): t.get_text() for t in AXES.texts}
    for one in cells():
        assert texts[PLACES[one.setting, one.notion]] == word_of(one, GAP, without="")


def test_a_wider_gap_is_darker_by_far_enough_for_print() -> None:
    by_gap = {}
    for one in cells():
        if one.gap is not None:
            by_gap.setdefault(one.gap.power, set()).add(round(lightness(one), 9))
    shades = [by_gap[power] for power in sorted(by_gap)]
    assert all(len(shade) == 1 for shade in shades)
    levels = [shade.pop() for shade in shades]
    assert all(light - dark > 0.05 for light, dark in pairwise(levels))
    assert levels[0] == 1
    assert levels[-1] < 1 - DARK / 2


def test_states_differ_in_shape() -> None:
    """Closed cells are framed, bounds of one side have a triangle, those of all policies a hatch."""
    for one in cells():
        drawn = patches_of(one)
        assert any(isinstance(x, Polygon) and len(x.get_xy()) == 4 for x in drawn) == (
            one.state in ("lower", "upper")
        )
        assert any(x.get_hatch() for x in drawn) == (one.state == "without")
        assert (drawn[0].get_linewidth() > 1) == (one.state == "closed")
