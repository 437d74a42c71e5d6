"""A report of an audit prints as a table, and `audit` in Python has the words of the command."""

import json
from html.parser import HTMLParser
import pytest
from typer.testing import CliRunner
from banditproof.algorithms import DPIMED
from banditproof.cli.application import app
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.audit import audit
from banditproof.verify.audit.report import COLUMNS, WIDTH


class Bad:
    """Plays the arm that <b>just</b> paid."""

    def __init__(self, arms):
        self.arm = 0

    def select(self):
        return self.arm

    def update(self, arm, reward):
        self.arm = int(reward > 0.5)


class Cells(HTMLParser):
    """The cells of the tables of a page."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.cells = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data):
        if self.cells and "p" not in self.tags:
            self.cells[-1] += data


def test_a_report_is_a_table_with_its_verdict() -> None:
    report = audit("dp-imed", eps="0.5")
    first, *_ = str(report).splitlines()
    assert first.split("  ")[0] == "check"
    assert [name for name in COLUMNS if name in first] == [*COLUMNS]
    assert max(map(len, str(report).splitlines())) <= WIDTH
    assert report.digest in str(report)
    assert "dp-imed: holds (eps = 0.5" in str(report).replace("\n", " ")
    assert repr(report) == str(report)


def test_a_notebook_gets_the_same_cells_and_no_tags_of_a_policy() -> None:
    report = audit(Bad, 1, samples=2_000, rng=1)
    assert report.verdict == "fails"
    shown = Cells(report._repr_html_())
    assert shown.cells[: len(COLUMNS)] == [*COLUMNS]
    assert shown.cells[len(COLUMNS)] == report.checks[0].name
    assert shown.tags.count("tr") == 1 + len(report.checks)
    bad = type("<script>", (Bad,), {})
    assert "<script>" not in audit(bad, 1, samples=2_000, rng=1)._repr_html_()


@pytest.mark.parametrize(
    ("words", "budget"),
    [
        ({"eps": 1}, PureDP(1)),
        ({"epsilon": 1}, PureDP(1)),
        ({"rho": "1/8"}, ZCDP("1/8")),
        ({"eps": 1, "delta": "1e-5"}, ApproxDP(1, "1e-5")),
        ({"eps": 1, "alpha": 2}, RenyiDP(2, 1)),
    ],
)
def test_budgets_have_the_names_of_the_command(words, budget) -> None:
    policy = DPIMED(2, eps="1/2")
    assert audit(policy, **words).to_json() == audit(policy, budget).to_json()
    assert audit(policy, **words).claimed == budget


def test_the_result_is_that_of_the_command(tmp_path, monkeypatch) -> None:
    words = ["audit", "dp-imed", "--eps", "0.5", "--notion", "view", "--rewards", "0:2", "--json"]
    said = json.loads(CliRunner().invoke(app, words).stdout)
    report = audit("dp-imed", eps="0.5", notion="view", rewards="0:2")
    assert said["verdict"] == report.to_json()["verdict"]
    assert said["checks"] == json.loads(json.dumps(report.to_json()["checks"]))
    same = audit("dp-imed", eps="0.5", against="view", rewards="0:2", seed=0, time_limit=60)
    assert same.verdict == report.verdict


def test_what_makes_no_claim_is_said() -> None:
    with pytest.raises(ValueError, match="No budget is given; give eps= alone"):
        audit("dp-imed")
    with pytest.raises(ValueError, match="The budget is 1, and eps is given as well; give one"):
        audit("dp-imed", 1, eps=1)
    with pytest.raises(ValueError, match="seed and rng are one option; give one of them"):
        audit("dp-imed", 1, seed=1, rng=1)
    with pytest.raises(ValueError, match="two names of one parameter"):
        audit("dp-imed", eps=1, epsilon=1)
