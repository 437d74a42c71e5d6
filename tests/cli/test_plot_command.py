"""`banditproof plot bounds`: files that are complete, panels, shading, and errors."""

import re
import sys
from dataclasses import replace
import pytest
from legible_figures import overlapping, texts_of
from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.text import Text
from mistaken_lines import mistaken
from banditproof.cli.plot_horizons import horizon_panels
from banditproof.theory import BernoulliBandit
from banditproof.theory.one_horizon.horizon_curves import caption_of, horizon_figure

WORDS = ("plot", "bounds", "--means", "0.8,0.6", "--epsilon", "0.01:10", "--points", "5")
STARTS = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", STARTS)
def test_each_kind_of_file_is_written_and_nothing_else(banditproof, tmp_path, suffix) -> None:
    target = tmp_path / f"bounds{suffix}"
    more = ("--horizon", "1e4") if suffix == ".png" else ()
    out = banditproof(*WORDS, *more, "--out", str(target)).shown
    assert out.strip() == str(target)
    assert target.read_bytes().startswith(STARTS[suffix])
    assert [file.name for file in tmp_path.iterdir()] == [target.name]


def test_the_same_request_gives_the_same_bytes(banditproof, tmp_path) -> None:
    files = [tmp_path / name for name in ("one.svg", "other.svg")]
    for file in files:
        assert banditproof(*WORDS, "--out", str(file)).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert b"DP-KLUCB and DP-IMED upper bound" in files[0].read_bytes()


def test_the_page_is_as_wide_as_the_longest_name(banditproof, tmp_path) -> None:
    def width(*more: str) -> float:
        file = tmp_path / "page.svg"
        assert banditproof(*WORDS, *more, "--out", str(file)).code == 0
        return float(re.search(r'width="([0-9.]+)pt"', file.read_text())[1])

    # a name of 60 letters, half an em each
    assert width("--horizon", "1e4") > 0.62 * 8.6 * 72 + 60 * 0.5 * 7.5
    assert width() < 8.6 * 72


def test_less_than_a_decade_is_marked_by_budgets_that_differ(banditproof, tmp_path) -> None:
    file = tmp_path / "narrow.svg"
    assert banditproof(*WORDS, "--epsilon", "0.1:0.2", "--out", str(file)).code == 0
    texts = re.findall(r"<!-- (.*?) -->|>([^<>]+)</text>", file.read_text())
    shown = {text for pair in texts for text in pair if text}
    assert {"0.1", "0.119", "0.141", "0.168", "0.2"} <= shown


@mistaken("plot")
def test_bad_requests_get_one_sentence(banditproof, tmp_path, monkeypatch, words, sentence) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    assert sentence in banditproof(*words).mistake
    assert [file.name for file in tmp_path.iterdir()] == ["folder.png"]


def test_no_budgets_and_unknown_drawings_are_errors(banditproof, tmp_path) -> None:
    out = str(tmp_path / "a.png")
    code, _, err = banditproof("plot", "bounds", "--means", "0.8,0.6", "--out", out)
    assert code == 2
    assert "No budgets" in err
    assert banditproof("plot", "regret", "--means", "0.8,0.6", "--out", out).code == 2


@pytest.mark.slow
def test_the_field_is_drawn_from_nothing_but_a_file(banditproof, tmp_path) -> None:
    file = tmp_path / "field.svg"
    assert banditproof("plot", "field", "--out", str(file)).code == 0
    assert file.read_text().startswith("<?xml")
    for words, sentence in (
        ((), "give --out field.png"),
        (("--eps", "0.1:1", "--out", str(file)), "takes no instance and no budgets"),
        (("--json",), "`banditproof field --json`"),
        (("--out", str(tmp_path / "field.gif")), "give a .png, .pdf or .svg"),
    ):
        code, _, err = banditproof("plot", "field", *words)
        assert code == 2
        assert sentence in " ".join(err.split())


def test_json_has_the_facts_of_the_curves_with_and_without_a_file(banditproof, tmp_path) -> None:
    target = tmp_path / "a.png"
    more = ("--rho", "0.01:1", "--horizon", "100", "--delta", "0.1", "--json")
    facts = banditproof(*WORDS, *more, "--out", str(target)).facts
    assert facts["file"] == str(target)
    assert target.exists()
    assert [panel["privacy"] for panel in facts["panels"]] == ["pure"] * 4 + ["zcdp"] * 2
    for panel in facts["panels"]:
        assert len(panel["budgets"]) == 5
        assert all(len(curve["values"]) == 5 for curve in panel["curves"])
        assert len(panel["strongest"]) == 5
    alone = banditproof(*WORDS, *more).facts
    assert alone == facts | {"file": None}
    answer = banditproof("bounds", "--means", "0.8,0.6", "--epsilon", "0.01", "--json").facts
    best = answer["best"][0]["regret"]["value"]
    assert facts["panels"][0]["strongest"][0] == pytest.approx(best, rel=1e-5)
    assert "give --out bounds.png, or --json" in banditproof(*WORDS).mistake


def test_without_matplotlib_there_is_one_sentence_before_any_work(
    banditproof, tmp_path, monkeypatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.backends.backend_agg", None)
    sentence = "needs matplotlib, which cannot be imported"
    sentence += " (import of matplotlib.backends.backend_agg halted; None in sys.modules); "
    sentence += 'run `pip install "banditproof[figures]"`.'
    assert sentence in banditproof(*WORDS, "--out", str(tmp_path / "a.png")).mistake
    figure = ("figure", "bern.fig3", "--out", str(tmp_path))
    assert sentence in banditproof(*figure).mistake
    assert list(tmp_path.iterdir()) == []
    # the facts need no figure
    assert banditproof(*WORDS, "--json").code == 0


def test_against_horizons_the_curves_are_those_of_bounds(banditproof, tmp_path) -> None:
    words = ("--means", "0.9,0.1", "--eps", "1")
    file = tmp_path / "horizons.svg"
    grid = (*words, "--horizon", "2:200", "--points", "5", "--beside", "dp-imed")
    facts = banditproof("plot", "bounds", *grid, "--out", str(file), "--json").facts
    assert facts["horizons"] == [2, 6, 20, 63, 200]
    rows = {curve["name"]: curve for curve in facts["curves"]}
    last = banditproof("bounds", *words, "--horizon", "200", "--json").facts["at_horizon"]
    here = rows["here or on a neighbour"]["values"]
    assert here == sorted(here)
    assert here[-1] == last["regret_here_or_on_a_neighbour"]
    assert rows["mean of all orders"]["values"][-1] == last["mean_regret_of_all_orders"]
    policy = rows["dp-imed"]
    assert policy["low"][-1] <= policy["values"][-1] <= policy["high"][-1]
    assert rows["limit times log T"]["kind"] == "limit"
    exact = banditproof("plot", "bounds", *grid, "--exact", "--json").facts["curves"][-1]
    law = banditproof("simulate", "dp-imed", *words, "--horizon", "200", "--exact", "--json").facts
    assert float(law["mean"]["lo"]) <= exact["values"][-1] <= float(law["mean"]["hi"])
    assert "horizon T" in file.read_text()


def test_several_budgets_are_panels_with_the_same_axes(banditproof, tmp_path) -> None:
    words = ("--means", "0.9,0.1", "--horizon", "2:200", "--points", "5")
    both = ("--eps", "0.1,2", "--out", str(tmp_path / "panels.svg"), "--json")
    panels = banditproof("plot", "bounds", *words, *both).facts["curves"]
    for eps, text in (("1/10", "0.1"), ("2", "2")):
        alone = banditproof("plot", "bounds", *words, "--eps", text, "--json").facts["curves"]
        assert [curve for curve in panels if curve["eps"] == eps] == alone
    drawing = (tmp_path / "panels.svg").read_text()
    assert drawing.count("horizon T") == 2
    assert drawing.count("-- if 99 % reliable -->") == 1  # in the legend alone
    many = banditproof("plot", "bounds", *words, "--eps", "1,2,3,4,5", "--json")
    assert "give one to 4 budgets" in many.mistake


@pytest.mark.parametrize("budgets", ["1", "1,2", "1,2,3,4"])
def test_the_words_below_the_curves_say_what_each_is_and_hide_nothing(budgets) -> None:
    bandit = BernoulliBandit(["0.9", "0.1"])
    panels = horizon_panels(bandit, "2:200", budgets, ["dp-imed"], 5)
    figure = horizon_figure(*panels)
    figure.canvas.draw()
    caption = caption_of(*panels)
    told = " ".join(caption.split())
    for curve in panels[0].curves:
        assert f"{curve.name}: {curve.meaning}" in told
        assert curve.meaning
    (words,) = (
        t for t in figure.findobj(Text) if t.get_text().startswith("here or on a neighbour: ")
    )
    assert " ".join(words.get_text().split()) == " ".join(caption.split())
    box = words.get_window_extent()
    page = figure.bbox
    assert page.x0 <= box.x0
    assert box.x1 <= page.x1
    assert page.y0 <= box.y0
    legends = figure.findobj(Legend)
    shown = [*legends, *(axes for axes in figure.findobj(Axes))]
    assert all(not box.overlaps(other.get_tightbbox()) for other in shown)


def test_a_range_without_a_curve_is_refused_beside_another_one(banditproof, tmp_path) -> None:
    words = ("plot", "bounds", "--means", "0.8,0.6", "--points", "5", "--rho", "0.001:1")
    words += ("--out", str(tmp_path / "a.png"))
    said = banditproof(*words, "--eps", "0.01:10").mistake
    assert "range of rho; give a horizon too, or leave rho out." in said
    assert not (tmp_path / "a.png").exists()
    both = banditproof(*words, "--eps", "0.01:10", "--horizon", "1e4", "--json").facts
    assert {panel["privacy"] for panel in both["panels"]} == {"pure", "zcdp"}


@pytest.mark.parametrize(
    ("budget", "kind"), [("0.1", "every eps-DP policy"), (None, "every policy")]
)
def test_a_picture_says_which_curves_are_lower_bounds_and_of_whom(budget, kind) -> None:
    (panel,) = horizon_panels(BernoulliBandit(["0.9", "0.1"]), "2:200", budget, [], 3)
    assert all(curve.meaning.startswith("a lower bound") for curve in panel.bounds)
    assert all(kind in curve.meaning for curve in panel.bounds)
    consistent = "consistent eps-DP policies" if budget else "consistent policies"
    assert f"a lower bound of liminf regret / log T for {consistent}" in panel.limit.meaning
    figure = horizon_figure(panel)
    assert figure.axes[0].get_ylabel() == "regret; lower bounds are solid"


def test_a_policy_that_is_simulated_is_called_so_and_its_zeros_are_told() -> None:
    """DP-SE pulls the first arm until a short run ends, so each run has another arm first."""
    bandit = BernoulliBandit(["0.9", "0.1"])
    panels = horizon_panels(bandit, "100:3000", "1,2", ["dp-se", "dp-imed"], 3)
    first, second = panels[0].policies
    assert 0.3 * 80 < first.values[0] < 0.7 * 80  # half of the runs begin with the worse arm
    zero = replace(first, values=(0.0, *first.values[1:]))
    panels = (replace(panels[0], policies=(zero, second)), *panels[1:])
    told = dict(line.split(": ", 1) for line in caption_of(*panels).split("\n"))
    assert all(told[name].startswith("simulated, no bound") for name in ("dp-se", "dp-imed"))
    ordered = [name for name in told if "each with the arms in an order of its own" in told[name]]
    assert ordered == ["dp-se"]
    assert [name for name in told if "It is 0 where no line is drawn" in told[name]] == ["dp-se"]


def test_curves_of_one_kind_of_line_have_marks_that_their_names_show() -> None:
    bandit = BernoulliBandit(["0.9", "0.1"])
    (panel,) = horizon_panels(bandit, "10:1000", "1", ["imed", "dp-imed"], 3)
    axes = horizon_figure(panel).axes[0]
    kinds = [(line.get_linestyle(), line.get_marker()) for line in axes.get_lines()]
    assert len({*kinds}) == len(kinds) >= 5
    told = " ".join(text.get_text() for text in texts_of(axes.figure))
    assert "dp-imed ◆" in told


@pytest.mark.parametrize("horizons", ["2:40", "100:10000"])
def test_the_numbers_of_an_axis_are_apart(horizons) -> None:
    (panel,) = horizon_panels(BernoulliBandit(["0.8", "0.6"]), horizons, "1", [], 3)
    figure = horizon_figure(panel)
    assert overlapping(figure) == []
    assert "10" in {one.get_text() for one in texts_of(figure)}
