"""`banditproof leakage`: its enclosures against fractions, at all scales of the data."""

from copy import deepcopy
from fractions import Fraction
import mpmath
import numpy as np
import pytest

SCALES = ["1e-300", "1e-90", "1e-80", "1e80", "1e300"]
POWERS = ("limit", "exact")
ROWS = [(i * i % 7, 3 * i % 5, i % 2) for i in range(24)]


@pytest.fixture(scope="module")
def plain_facts():
    """The facts about the rows as they are, by the options."""
    return {}


@pytest.fixture
def facts(banditproof, tmp_path, monkeypatch):
    """The facts about a table of words and a target."""
    monkeypatch.chdir(tmp_path)

    def run(rows, target, *words):
        (tmp_path / "rows.csv").write_text("\n".join(",".join(map(str, row)) for row in rows))
        given = ("leakage", "--data", "rows.csv", f"--target={target}", "--rows", "1000")
        return banditproof(*given, *words, "--json").facts

    return run


def distance_of(rows, z, full=False, gamma=0):
    """(z - mu)' (C + gamma^2)^-1 (z - mu), by elimination in fractions."""
    rows = [[Fraction(x) for x in row] for row in rows]
    count, width = len(rows), len(z)
    mean = [sum(row[j] for row in rows) / count for j in range(width)]

    def covariance(j, k):
        if j != k and not full:
            return Fraction(0)
        total = sum((row[j] - mean[j]) * (row[k] - mean[k]) for row in rows) / count
        return total + gamma**2 * (j == k)

    shift = [Fraction(z[j]) - mean[j] for j in range(width)]
    system = [[*(covariance(j, k) for k in range(width)), shift[j]] for j in range(width)]
    result = Fraction(0)
    for j in range(width):  # the squares of the reduced shifts over the pivots
        pivot = system[j]
        result += pivot[width] ** 2 / pivot[j]
        for k in range(j + 1, width):
            factor = system[k][j] / pivot[j]
            system[k] = [x - factor * y for x, y in zip(system[k], pivot, strict=True)]
    return result


def holds(result, distance):
    """Whether the score is the nearest float, and the enclosure around the exact advantage."""
    score = distance / 1000
    assert result["score"] == float(score)
    with mpmath.workdps(60):
        exact = mpmath.erf(mpmath.sqrt(mpmath.mpf(score.numerator) / score.denominator / 8))
        low, high = (mpmath.mpf(result["advantage"][end]) for end in ("lo", "hi"))
        assert low <= exact <= high
        assert high - low <= mpmath.mpf("1e-28") * high


@pytest.mark.parametrize("words", [(), ("--covariance", "full"), ("--noise", "0.3")])
@pytest.mark.parametrize("law", ["moments", "normal"])
@pytest.mark.parametrize("seed", range(2))
def test_advantages_of_random_tables_of_integers(facts, seed, law, words):
    rng = np.random.default_rng(seed)
    rows = rng.integers(-9, 10, (int(rng.integers(9, 30)), 3)).tolist()
    target = rows.pop(4)
    result = facts([*rows[:4], target, *rows[4:]], 4, "--law", law, *words)
    gamma = Fraction("0.3") if "--noise" in words else Fraction(0)
    holds(result, distance_of(rows, target, "full" in words, gamma))


@pytest.mark.parametrize("words", [(), ("--covariance", "full")])
@pytest.mark.parametrize("scale", SCALES)
def test_no_scale_changes_an_answer(facts, plain_facts, scale, words):
    power = scale[1:]
    scaled = [[f"{x}{power}" for x in row] for row in ROWS]
    for law in ("moments", "normal") if words else ("moments", "auto"):
        few = ("--rows", "12") if law == "auto" else ()  # exact laws of many rows take long
        options = ("--law", law, *few, *words)
        if options not in plain_facts:
            plain_facts[options] = facts(ROWS, 3, *options)
        plain = deepcopy(plain_facts[options])
        result = facts(scaled, 3, *options)
        for name in ("score", "score_exact", "advantage", "conclusion", "limit"):
            assert result[name] == plain[name], (law, name)
        limits, exact = ([[p[k] for p in f["power"]] for f in (result, plain)] for k in POWERS)
        assert limits[0] == limits[1]
        for one, other in zip(*exact, strict=True):  # of 0 and 1 the law is computed otherwise
            assert (one is None) == (other is None)
            for end in ("lo", "hi") if one else ():
                assert float(one[end]) == pytest.approx(float(other[end]), rel=1e-12)
        if law in ("moments", "normal"):
            for item, other in zip(result["hypotheses"], plain["hypotheses"], strict=True):
                number = item.pop("number") or 0, other.pop("number") or 0
                assert item == other
                assert number[0] == pytest.approx(number[1], rel=1e-12)
    holds(facts(scaled, 3, "--law", "moments", *words), distance_of(*without(3), bool(words)))


def without(place):
    return ROWS[:place] + ROWS[place + 1 :], ROWS[place]


def test_scales_may_differ_between_columns(facts):
    rows = [(f"{a}e-300", f"{b}e300", c) for a, b, c in ROWS]
    for full in (False, True):
        words = ("--covariance", "full") if full else ()
        result = facts(rows, 3, "--law", "moments", *words)
        holds(result, distance_of(*without(3), full))


def test_numbers_between_floats_are_read_exactly(facts):
    rows = [(f"{i}/3", f"0.1000000000000000{i * i % 7}1") for i in range(1, 20)]
    words = ("--law", "moments")
    holds(facts(rows, 2, *words), distance_of(rows[:2] + rows[3:], rows[2]))
    target = ("7/3", "0.1000000000000000201")
    holds(facts(rows, ",".join(target), *words), distance_of(rows, target))


@pytest.mark.parametrize("scale", ["e-300", "", "e300"])
def test_constant_and_dependent_columns_are_said_at_each_scale(banditproof, tmp_path, scale):
    path = tmp_path / "rows.csv"

    def said(rows, *words):
        path.write_text("\n".join(f"{a}{scale},{b}{scale}" for a, b in rows))
        return banditproof("leakage", "--data", str(path), "--target", "0", *words).mistake

    assert "is constant" in said([(k, 7) for k in range(9)], "--law", "moments")
    twice = [(k * k % 7, 2 * (k * k % 7)) for k in range(9)]
    assert "is singular" in said(twice, "--covariance", "full")


def test_a_target_beyond_all_deviations_is_said(banditproof, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(f"{k}e-300,{k * k % 7}e-300" for k in range(30)))
    words = ("leakage", "--data", str(path), "--target", "1e300,0", "--law", "moments")
    for more in ((), ("--covariance", "full")):
        assert "more than 1e100 standard deviations" in banditproof(*words, *more).mistake
