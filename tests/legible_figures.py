"""What somebody who sees a picture alone can read: its texts, whole and apart from each other."""

from collections.abc import Iterator
from itertools import combinations
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox


def texts_of(figure) -> list[Text]:
    """The texts that a figure shows; marks of an axis outside of its view are none of these."""
    FigureCanvasAgg(figure).draw()  # lays it out
    shown = [*_of_parts(figure)]
    for axes in figure.axes:
        shown += [*axes.texts, axes.title, axes._left_title, axes._right_title]
        shown += _of_legend(axes.get_legend())
        for axis in (axes.xaxis, axes.yaxis):
            if axes.axison and axis.get_visible():
                shown += [axis.label, axis.get_offset_text(), *_marks(axis)]
    return [one for one in shown if one.get_visible() and one.get_text().strip()]


def _of_parts(figure) -> Iterator[Text]:
    yield from figure.texts
    for legend in figure.legends:
        yield from _of_legend(legend)
    for part in figure.subfigs:
        yield from _of_parts(part)


def _of_legend(legend: Legend | None) -> list[Text]:
    return [] if legend is None else [*legend.get_texts(), legend.get_title()]


def _marks(axis) -> Iterator[Text]:
    low, high = sorted(axis.get_view_interval())
    for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
        if low <= tick.get_loc() <= high:
            yield from (label for label in (tick.label1, tick.label2) if label.get_visible())


def lines_of(text: Text) -> Iterator[Bbox]:
    """The box of each line of a text, without the arrow of an annotation."""
    whole, said = Text.get_window_extent(text), text.get_text()
    lines = said.split("\n")
    if len(lines) == 1 or text.get_rotation():
        yield whole
        return
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[text.get_horizontalalignment()]
    high = whole.height / len(lines)
    for place, line in enumerate(lines):
        text.set_text(line)
        wide = Text.get_window_extent(text).width
        start = whole.x0 + share * (whole.width - wide)
        yield Bbox.from_bounds(start, whole.y1 - (place + 1) * high, wide, high)
    text.set_text(said)


def cut_off(figure, slack: float = 1.0) -> list[str]:
    """The texts that are not whole in a file without a tight border."""
    page = figure.bbox
    return [
        one.get_text()
        for one in texts_of(figure)
        for box in lines_of(one)
        if box.x0 < page.x0 - slack
        or box.y0 < page.y0 - slack
        or box.x1 > page.x1 + slack
        or box.y1 > page.y1 + slack
    ]


def overlapping(figure, slack: float = 1.5) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other by more than so many pixels."""
    boxes = [(one.get_text(), [*lines_of(one)]) for one in texts_of(figure)]
    return [
        (first, second)
        for (first, some), (second, others) in combinations(boxes, 2)
        if any(_meet(a, b, slack) for a in some for b in others)
    ]


def _meet(a: Bbox, b: Bbox, slack: float) -> bool:
    across, up = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
    return bool(across > slack and up > slack)
