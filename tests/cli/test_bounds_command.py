"""`banditproof bounds`: certified numbers, the JSON contract, and errors."""

import json
import os
import subprocess
import sys
from fractions import Fraction
import mpmath
import pytest
from mistaken_lines import mistaken


def reference(means, eps) -> mpmath.mpf:
    """The coefficient of Theorem 3.1 by minimising over z at 40 digits: shares no code."""
    with mpmath.workdps(40):
        means = [mpmath.mpf(mean) for mean in means]
        eps, best, total = mpmath.mpf(eps), max(means), mpmath.mpf(0)
        for x in means:
            if x < best:
                z = best / (best + (1 - best) * mpmath.exp(eps))
                z = max(x, z)
                kl = z * mpmath.log(z / best) + (1 - z) * mpmath.log((1 - z) / (1 - best))
                total += (best - x) / (eps * (z - x) + kl)
        return total


@pytest.mark.parametrize("eps", ["0.01", "0.25", "1", "30"])
def test_json_has_the_fields_of_the_contract_and_encloses_the_truth(banditproof, eps) -> None:
    words = ("bounds", "--means", "0.75,0.7,0.6", "--epsilon", eps, "--json")
    table = banditproof(*words).facts["bounds"]
    for bound in table:
        assert {"name", "claim", "value", "lo", "hi", "applies", "note"} <= set(bound)
        if bound["applies"]:
            assert Fraction(bound["lo"]) <= Fraction(bound["hi"])
    first = table[0]
    truth = reference(("0.75", "0.7", "0.6"), eps)
    with mpmath.workdps(40):
        assert mpmath.mpf(first["lo"]) <= truth <= mpmath.mpf(first["hi"])
    assert first["claim"] == "bern.thm3.1.repaired"


def test_the_table_shows_the_same_numbers_and_the_horizon(banditproof) -> None:
    out = banditproof(
        "bounds", "--means", "0.75,0.7", "--epsilon", "0.25", "--horizon", "1e6"
    ).shown
    assert "7.8109431590" in out
    # log(1e6) times it is a number of no regret
    assert "107.91" not in out
    assert "bern.thm3.1.repaired" in out


def test_one_arm_and_ties_have_zero_bounds(banditproof) -> None:
    for means in ("0.4", "0.4,0.4"):
        out = banditproof("bounds", "--means", means, "--epsilon", "1", "--json").shown
        assert {bound["lo"] for bound in json.loads(out)["bounds"]} == {"0"}


def test_at_mean_one_no_printed_number_survives(banditproof) -> None:
    out = banditproof("bounds", "--means", "1,0.5", "--epsilon", "0.5", "--json").shown
    for bound in json.loads(out)["bounds"]:
        if bound["side"] == "lower":
            assert bound["value"] == 0
            assert "mu_star < 1" in bound["note"]
        if bound["side"] == "upper":
            assert not bound["applies"]
            assert bound["value"] is None


@mistaken("bounds")
def test_bad_input_gets_one_sentence_and_code_2(
    banditproof, tmp_path, monkeypatch, words, sentence
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    assert sentence in banditproof(*words).mistake


def asked(banditproof, *words: str) -> dict:
    out = banditproof("bounds", *words, "--json").shown
    return {bound["name"]: bound for bound in json.loads(out)["bounds"]}


def test_without_a_budget_there_are_only_bounds_without_privacy(banditproof) -> None:
    rows = asked(banditproof, "--means", "0.8,0.6", "--horizon", "100", "--delta", "0.1")
    assert {bound["privacy"] for bound in rows.values()} == {"none"}
    assert {"minimax lower bound", "samples without privacy"} <= set(rows)


def test_every_budget_adds_its_rows_and_every_row_has_all_keys(banditproof) -> None:
    words = ("--means", "0.8,0.6,0.5", "--epsilon", "0.5", "--rho", "0.1", "--horizon", "1e6")
    rows = asked(banditproof, *words, "--delta", "0.01")
    assert {bound["privacy"] for bound in rows.values()} == {"none", "pure", "zcdp"}
    assert {"regret at T", "samples", "budget"} < {bound["quantity"] for bound in rows.values()}
    for bound in rows.values():
        assert {"privacy", "status", "regime", "hypotheses", "side", "over"} <= set(bound)
        assert bound["applies"] == all(h["satisfied"] for h in bound["hypotheses"])
        assert bound["applies"] == (bound["lo"] is not None)


FAMILIES = {
    "gaussian": ("--sigma", "2"),
    "poisson": (),
    "exponential": (),
    "gamma": ("--shape", "1"),
    "negative-binomial": ("--failures", "3"),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_against_its_divergence_in_the_mean(banditproof, family) -> None:
    words = ("--family", family, "--means", "2,1", *FAMILIES[family])
    row = asked(banditproof, *words)["lower bound without privacy"]
    with mpmath.workdps(30):
        log, x, y, r = mpmath.log, mpmath.mpf(1), mpmath.mpf(2), mpmath.mpf(3)
        divergence = {
            "gaussian": (y - x) ** 2 / 8,
            "poisson": x * log(x / y) + y - x,
            "exponential": x / y - 1 - log(x / y),
            "gamma": x / y - 1 - log(x / y),
            "negative-binomial": x * log(x / y) + (x + r) * log((y + r) / (x + r)),
        }[family]
        assert mpmath.mpf(row["lo"]) <= (y - x) / divergence <= mpmath.mpf(row["hi"])


def test_finite_laws_of_files_are_those_of_bernoulli_arms(banditproof, tmp_path) -> None:
    (tmp_path / "points.csv").write_text("0,1\n")
    (tmp_path / "laws.csv").write_text("0.2,0.8\n\n1/2, 0.5\n")
    files = ("--support", str(tmp_path / "points.csv"), "--weights", str(tmp_path / "laws.csv"))
    finite = asked(banditproof, *files, "--epsilon", "0.3")
    bernoulli = asked(banditproof, "--means", "0.8,0.5", "--epsilon", "0.3")
    for name, same in (
        ("lower bound without privacy", "lower bound without privacy"),
        ("private lower bound, d_inf", "private lower bound"),
        ("private lower bound, KL_inf and TV_inf", "older private lower bound, factor 1"),
    ):
        first, second = finite[name], bernoulli[same]
        assert Fraction(first["lo"]) <= Fraction(second["hi"])
        assert Fraction(second["lo"]) <= Fraction(first["hi"])


def test_a_linear_bandit_of_a_file(banditproof, tmp_path) -> None:
    file = tmp_path / "actions.csv"
    file.write_text("1,0\n1,0.1\n")
    rows = asked(banditproof, "--actions", str(file), "--theta", "0.5,-5", "--epsilon", "0.1")
    assert rows["structural bound, private family"]["value"] == pytest.approx(25.06628275)
    assert not rows["c(A, theta) of Theorem 4.18 as printed"]["applies"]


def test_the_table_is_in_groups_and_says_what_is_missing(banditproof) -> None:
    out = banditproof(
        "bounds", "--means", "0.8,0.6", "--rho", "3", "--horizon", "50", "--all"
    ).shown
    titles = (
        "This instance: regret, as T grows",
        "Minimax at T = 50 over 2 Bernoulli arms",
        "Budgets where the regime changes",
        "Upper bounds at T = 50",
    )
    for title in titles:
        assert title in out
    assert "it needs: rho <= 1" in out
    assert "Not given: --eps, --delta" in out


FILES = {
    "points.csv": b"0,1\n",
    "actions.csv": b"1,0\n0,1\n",
    "line.csv": b"1,0\n2,0\n",
    "nan.csv": b"1,0\nnan,1\n",
    "ragged.csv": b"1,0\n1\n",
    "words.csv": b"one,two\nthree,4\n",
    "binary.csv": bytes(range(256)),
    "empty.csv": b"\n\n",
    "heavy.csv": b"0.5,0.6\n",
    "negative.csv": b"-0.5,1.5\n",
    "three.csv": b"0.5,0.25,0.25\n",
    "near.csv": b"0.5,0.4999999\n",
    "long.csv": b"1" * 200_000 + b",0\n0,1\n",
}


@pytest.mark.parametrize(
    "written",
    ["1.000000000000000056e-01,2.000000000000000111e-01,6.999999999999999556e-01", "0.1,0.2,0.7"],
)
def test_weights_that_a_program_has_rounded_are_read(banditproof, tmp_path, written) -> None:
    (tmp_path / "points.csv").write_text("0,0.5,1\n")
    (tmp_path / "laws.csv").write_text(written + "\n" + ",".join(["0.3333333333333333"] * 3))
    files = ("--support", str(tmp_path / "points.csv"), "--weights", str(tmp_path / "laws.csv"))
    upper = asked(banditproof, *files)["UCB upper bound, without privacy"]
    # the means are 0.8 and 0.5, exactly
    assert Fraction(upper["lo"]) <= Fraction(2) / Fraction(3, 10) <= Fraction(upper["hi"])
    assert Fraction(upper["hi"]) - Fraction(upper["lo"]) < Fraction(1, 10**12)


def test_the_smallest_budgets_have_bounds(banditproof) -> None:
    words = ("--means", "0.8,0.6", "--epsilon", "1e-308", "--horizon", "100", "--delta", "0.1")
    out = banditproof("bounds", *words, "--all").shown
    assert "it needs: T >= 2*(K - 1)/eps" in " ".join(out.split())


def test_a_linear_bandit_has_no_samples_of_unstructured_arms(banditproof, tmp_path) -> None:
    (tmp_path / "actions.csv").write_text("1,0\n0,1\n")
    words = ("--actions", str(tmp_path / "actions.csv"), "--theta", "1,0", "--delta", "0.01")
    rows = asked(banditproof, *words, "--epsilon", "1")
    samples = [row for row in rows.values() if row["quantity"] == "samples"]
    assert samples
    assert not any(row["applies"] for row in samples)
    assert all("structure of a linear bandit" in row["note"] for row in samples)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal_and_notes_are_indented(
    banditproof, monkeypatch, width
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    words = ("--means", "0.8,0.6,0.5", "--epsilon", "0.5", "--rho", "0.1", "--horizon", "1e6")
    out = banditproof("bounds", *words, "--delta", "0.01", "--all").shown
    lines = [line for line in out.splitlines() if line]
    # three columns need 74 characters where names have 24
    assert max(map(len, lines)) <= max(width, 78)
    claims = [place for place, line in enumerate(lines) if "thesis.thm" in line]
    assert len(claims) > 15
    assert all(lines[place].startswith("    ") for place in claims)
    notes = "".join(line[4:] + " " for line in lines if line.startswith("    "))
    assert notes.count("below the best bound for every policy") > 5


def test_of_many_arms_the_bounds_of_all_come_first(banditproof) -> None:
    means = ",".join(f"0.{place}" for place in range(10, 50))
    words = ("--epsilon", "0.5", "--horizon", "1e6", "--all")
    out = banditproof("bounds", "--means", means, *words).shown
    last = out[out.index("Budgets where the regime changes") :]
    place = last.index("budget from which arm 1 ")
    assert last.index("Theorem 4.15 is larger") < place
    assert last.index("budget from which privacy is free") < place
    assert "more, see --json" in last


def test_the_strongest_of_each_group_follows_and_all_are_shown_if_asked_for(banditproof) -> None:
    words = ("bounds", "--means", "0.75,0.7,0.7", "--epsilon", "0.25", "--horizon", "1e6")
    short, whole = (banditproof(*words, *more).out.splitlines() for more in ((), ("--all",)))
    assert len(short) <= 60
    assert len(whole) > 2 * len(short)
    titles = [line for line in whole if line.startswith(("This instance:", "Minimax", "Upper"))]
    assert titles
    assert set(titles) <= set(short)
    for name in (
        "private lower bound",
        "AdaP-KLUCB upper bound",
        "UCB upper bound of this instance",
    ):
        assert any(name in line for line in short), name
    assert not any("older private lower bound" in line for line in short)
    (said,) = [line for line in short if "--all shows them" in line]
    assert int(said.split()[0]) > 10
    assert not any("--all shows" in line for line in whole)


def test_the_answer_comes_first_and_is_the_same_in_json(banditproof) -> None:
    words = ("bounds", "--means", "0.75,0.7,0.7", "--epsilon", "0.25", "--rho", "0.1")
    words += ("--horizon", "1e6", "--delta", "0.01")
    out = banditproof(*words).shown
    first, _, rest = out.partition("This instance: regret")
    for fact in (
        "Answer for eps-DP policies, eps = 0.25",
        "Answer for rho-zCDP policies, rho = 0.1",
        "at least 15.621886318[0..1] log T",
        "at least 15.621443687[2..3] log T",
        "at least 4167.9505279[0..1]",
    ):
        assert fact in first
        assert fact not in rest
    assert "at T = 1e6" in rest
    here, _, answers = first.partition("Answer for")
    assert "This instance at T = 1e6, eps-DP, eps = 0.25" in here
    assert "at T = " not in answers, "a limit is not a number at one horizon"
    pure, zcdp = banditproof(*words, "--json").facts["best"]
    assert (pure["budget"], zcdp["budget"]) == ("1/4", "1/10")
    assert pure["regret"]["claim"] == "bern.thm3.1.repaired"
    assert zcdp["regret"]["claim"] == "bern.eq3"
    assert pure["samples"]["lo"].startswith("4167.9505279")
    assert "15.621886318[0..1] for every consistent eps-DP policy" in pure["regret_in_words"]


@pytest.mark.parametrize("epsilon", ["1e-310", "5e-324"])
def test_an_infinite_float_is_null_in_json(banditproof, epsilon) -> None:
    rows = asked(banditproof, "--means", "0.9,0.1", "--epsilon", epsilon, "--delta", "0.01")
    private = rows["private lower bound"]
    assert private["value"] is None
    assert private["applies"]
    assert float(private["lo"][:4]) > 0


def test_a_full_disk_gets_one_sentence(banditproof, monkeypatch) -> None:
    def full(facts: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("banditproof.cli.bounds.print_json", full)
    code, out, err = banditproof("bounds", "--means", "0.8,0.6", "--json")
    assert (code, out) == (2, "")
    assert err == "banditproof: The output cannot be written: No space left on device.\n"


def test_small_matrices_get_one_thread_unless_the_user_says_otherwise(
    banditproof, monkeypatch
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "3")
    assert banditproof("bounds", "--means", "0.5,0.4").code == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert os.environ["MKL_NUM_THREADS"] == "3"
    # it is too late once NumPy is there
    alone = "import sys, banditproof.cli; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", alone], check=False).returncode == 0


def test_each_budget_has_its_bounds_at_the_horizon(banditproof) -> None:
    """What a budget costs at T is the same whether another one is given beside it or not."""
    words = ("bounds", "--means", "0.75,0.7,0.7", "--horizon", "1e5")
    both = banditproof(*words, "--eps", "0.1", "--rho", "0.01")
    blocks = [line for line in both.out.splitlines() if line.startswith("This instance at T")]
    assert blocks == [
        "This instance at T = 1e5, eps-DP, eps = 0.1",
        "This instance at T = 1e5, rho-zCDP in interaction, rho = 0.01",
    ]
    facts = banditproof(*words, "--eps", "0.1", "--rho", "0.01", "--json").facts
    pure, zcdp = facts["at_horizons"]
    assert facts["at_horizon"] == pure
    assert (pure["eps"], pure["rho"], zcdp["eps"], zcdp["rho"]) == ("1/10", None, None, "1/100")
    for option, size, found in (("--eps", "0.1", pure), ("--rho", "0.01", zcdp)):
        alone = banditproof(*words, option, size, "--json").facts
        assert alone["at_horizons"] == [found]
        assert alone["at_horizon"] == found
    assert pure["regret_here_or_on_a_neighbour"] != zcdp["regret_here_or_on_a_neighbour"]


def test_upper_bounds_that_say_nothing_are_marked_without_all(banditproof) -> None:
    words = ("bounds", "--means", "0.75,0.7,0.7,0.7,0.7", "--eps", "0.1", "--horizon")
    note = "above the trivial bound, T times the largest gap = 5000"

    def upper(horizon: str) -> str:
        text = " ".join(banditproof(*words, horizon).out.split())
        return text.partition(f"Upper bounds at T = {horizon}")[2]

    assert upper("1e5").count(note) == 2, "one without privacy, one of eps-DP"
    assert "above the trivial bound" not in upper("1e9")
