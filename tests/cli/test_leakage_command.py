"""`banditproof leakage`: numbers against formulas and enumeration, a sentence for the rest."""

import math
from fractions import Fraction
from itertools import product
from statistics import NormalDist
import numpy as np
import pytest
from mistaken_lines import mistaken
from banditproof.theory.membership import Column, ColumnData
from banditproof.verify.membership.tables_of_data.column_laws import ColumnLaw, column_data
from banditproof.verify.membership.tables_of_data.data_tables import DataTable, read_table
from banditproof.verify.membership.tables_of_data.exact_leakage import exact_problem
from banditproof.verify.membership.tables_of_data.target_rows import TargetWord

BITS = [(0, 0), (1, 0), (0, 1), (1, 1), (1, 0), (1, 0)] * 4
NORMAL = NormalDist()


@pytest.fixture
def there(tmp_path, monkeypatch):
    """A folder with data, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(5)
    reals = rng.normal(size=(12, 3)) * [1, 2, 3]
    (tmp_path / "bits.csv").write_text("\n".join(f"{a},{b}" for a, b in BITS))
    (tmp_path / "named.csv").write_text("a,b,c\n1,0,7\n1,1,7\n1,0,7\n1,1,7\n")
    (tmp_path / "text.csv").write_text("a,b\n1,2\n3,four\n")
    (tmp_path / "bools.csv").write_text("a,b\nTrue,false\n1,0\n")
    (tmp_path / "short.csv").write_text("1,0\n")
    (tmp_path / "two.csv").write_text("1,0\n0,1\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "same.csv").write_text("\n".join(f"{k % 5},{2 * (k % 5)}" for k in range(20)))
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "rows.parquet").write_text("x")
    (tmp_path / "broken.npz").write_text("x")
    (tmp_path / "empty.npy").write_text("")
    (tmp_path / "brackets.npy").write_bytes(b"\x93NUMPY\x01\x00\x28\x23" + b"(" * 9000)
    np.savez("cut.npz", features=reals, labels=np.arange(12) % 2)
    whole = (tmp_path / "cut.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    np.save("reals.npy", reals)
    np.save("flat.npy", reals[:, 0])
    np.save("words.npy", np.array([["a", "b"]]))
    for name, value in (("nan", np.nan), ("inf", np.inf)):
        np.save(f"{name}.npy", np.where(np.arange(36).reshape(12, 3) == 7, value, reals))
    np.savez("one.npz", stuff=reals, labels=np.arange(12) % 2)
    np.savez("two.npz", first=reals, second=reals)
    np.savez("apart.npz", x=reals, y=np.arange(3))
    np.savez("pickled.npz", x=np.array([{}, 1], dtype=object), allow_pickle=True)
    return tmp_path


@pytest.fixture
def facts(banditproof, there):
    def run(*words: str) -> dict:
        return banditproof("leakage", *words, "--json").facts

    return run


def inside(value: float | Fraction, enclosure: dict[str, str], wider: float = 1e-12) -> bool:
    low, high = Fraction(enclosure["lo"]), Fraction(enclosure["hi"])
    return low - Fraction(wider) <= Fraction(value) <= high + Fraction(wider)


def given_row(*numbers: float) -> TargetWord:
    return TargetWord(np.array(numbers))


def laws_of_counts(rows: int, means: list[Fraction], target: tuple[int, ...]):
    """Both laws of the column sums, row by row."""

    def law(count: int, mean: Fraction) -> dict[int, Fraction]:
        results = [Fraction(1)]
        for _ in range(count):
            results = [
                (1 - mean) * a + mean * b for a, b in zip([*results, 0], [0, *results], strict=True)
            ]
        return dict(enumerate(results))

    out = [law(rows, mean) for mean in means]
    rest = [law(rows - 1, mean) for mean in means]
    within = [{k + z: p for k, p in item.items()} for item, z in zip(rest, target, strict=True)]
    zero = Fraction(0)
    pairs = []
    for sums in product(range(rows + 1), repeat=len(means)):
        p_out = math.prod(one.get(k, zero) for one, k in zip(out, sums, strict=True))
        p_in = math.prod(one.get(k, zero) for one, k in zip(within, sums, strict=True))
        pairs.append((p_out, p_in))
    return pairs


def test_score_limit_and_exact_numbers_of_bits(facts) -> None:
    result = facts("--data", "bits.csv", "--target", "0,1")
    # means 4/6 and 2/6, both target entries are the rarer value
    m = (Fraction(2, 1) + Fraction(2, 1)) / 24
    assert Fraction(result["score_exact"]) == m
    assert result["score"] == pytest.approx(float(m))
    assert inside(math.erf(math.sqrt(m / 8)), result["advantage"])
    for item, alpha in zip(result["power"], (0.01, 0.001), strict=True):
        assert float(Fraction(item["alpha"])) == alpha
        assert inside(NORMAL.cdf(NORMAL.inv_cdf(alpha) + math.sqrt(m)), item["limit"], 1e-9)
    pairs = laws_of_counts(24, [Fraction(4, 6), Fraction(2, 6)], (0, 1))
    assert inside(sum(abs(p - q) for q, p in pairs) / 2, result["advantage_exact"])
    assert [item["name"] for item in result["hypotheses"]] == ["independent columns", "S3"]
    assert result["hypotheses"][0]["holds"] is None
    assert result["conclusion"]["is_guarantee"] is False
    assert "not differential privacy" in result["conclusion"]["words"]
    assert result["guarantee"]["epsilon"] == {"lo": "inf", "hi": "inf"}


def test_a_part_of_the_rows_leaks_its_share(facts) -> None:
    result = facts("--data", "bits.csv", "--target", "0,1", "--subsample", "1/2")
    m = 4 / 24
    assert inside(math.erf(math.sqrt(m / 0.5 / 8)) / 2, result["advantage"])
    pairs = laws_of_counts(12, [Fraction(4, 6), Fraction(2, 6)], (0, 1))
    assert inside(sum(abs(p - q) for q, p in pairs) / 4, result["advantage_exact"])
    assert (result["rows"], result["kept"]) == (24, 12)
    assert result["guarantee"]["words"].startswith("(0, 1/2)-DP")


def test_noise_lowers_the_score_and_is_private_in_a_box(facts) -> None:
    words = ("--data", "bits.csv", "--target", "0,1", "--noise", "0.5")
    result = facts(*words)
    v = 2 / 9  # (4/6)(2/6)
    assert result["score"] == pytest.approx(2 * (2 / 3) ** 2 / (v + 0.25) / 24)
    # sides 1, two columns: mu^2 = (2/0.25)/24
    assert inside(Fraction(1, 6), result["guarantee"]["rho"])
    concluded, proved = result["conclusion"]["epsilon"], result["guarantee"]["epsilon"]
    assert Fraction(concluded["hi"]) < Fraction(proved["lo"])
    wide = facts(*words, "--box", "-1:1")
    assert inside(Fraction(4, 6), wide["guarantee"]["rho"])
    reals = facts("--data", "reals.npy", "--target", "0", "--noise", "1")
    assert reals["guarantee"] is None


def test_a_target_of_the_file_is_left_out_of_its_law(facts, there) -> None:
    rows = np.load("reals.npy")
    result = facts("--data", "reals.npy", "--target", "4", "--law", "normal", "--columns", "0,2")
    others = np.delete(rows, 4, axis=0)[:, [0, 2]]
    z = (rows[4, [0, 2]] - others.mean(axis=0)) / others.std(axis=0)
    assert result["score"] == pytest.approx((z @ z) / 12)
    assert (result["law_rows"], result["rows"], result["target"]) == (11, 12, 4)
    assert result["laws"] == {"normal": 2}
    assert result["advantage_exact"] is not None
    # the same row as values, and as a file: then its law is that of all rows
    given = ",".join(map(repr, rows[4].tolist()))
    np.save("target.npy", rows[4])
    both = [
        facts("--data", "reals.npy", "--target", word)["score"] for word in (given, "target.npy")
    ]
    z = (rows[4] - rows.mean(axis=0)) / rows.std(axis=0)
    assert both == pytest.approx([(z @ z) / 12] * 2)


def test_the_full_covariance(facts, there) -> None:
    rows = np.load("reals.npy")
    result = facts("--data", "reals.npy", "--target", "0", "--covariance", "full")
    others = rows[1:]
    shift = rows[0] - others.mean(axis=0)
    covariance = np.cov(others, rowvar=False, bias=True)
    assert result["score"] == pytest.approx(shift @ np.linalg.inv(covariance) @ shift / 12)
    assert [item["name"] for item in result["hypotheses"]] == ["independent columns"]
    assert result["hypotheses"][0]["holds"] is result["advantage_exact"] is None
    normal = facts(
        "--data", "reals.npy", "--target", "0", "--covariance", "full", "--law", "normal"
    )
    assert normal["score"] == pytest.approx(result["score"])
    assert normal["advantage_exact"] is not None
    noisy = facts(*("--data", "reals.npy", "--target", "0", "--covariance", "full", "--noise", "2"))
    assert noisy["score"] == pytest.approx(
        shift @ np.linalg.inv(covariance + 4 * np.eye(3)) @ shift / 12
    )


def test_a_hypothesis_that_fails_leaves_the_limit_out(banditproof, facts) -> None:
    words = ("--data", "bits.csv", "--target", "[1]", "--columns", "1", "--rows", "6")
    result = facts(*words)
    assert [item["holds"] for item in result["hypotheses"]] == [False]
    assert (result["limit"], result["advantage"], result["conclusion"]["epsilon"]) == (
        False,
        None,
        None,
    )
    assert result["advantage_exact"] is not None
    out = banditproof("leakage", *words).out
    assert "(S3) fails" in out
    assert "A hypothesis fails, so the limit says nothing here" in out
    assert "limit " not in out.splitlines()[1]


def test_the_table_has_the_facts_of_the_json(banditproof, facts) -> None:
    code, out, err = banditproof("leakage", "--data", "bits.csv", "--target", "0,1")
    text = " ".join(out.split())
    assert (code, err) == (0, "")
    assert "m* 0.16666667" in text
    assert "(S3) holds" in text
    assert "exact, n = 24" in text
    assert "Not proved: of this target the thesis concludes eps" in text
    assert "This is not differential privacy" in text
    out = banditproof("leakage", "--data", "reals.npy", "--target", "0", "--noise", "1").out
    assert "give --box low:high" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


def test_what_is_printed_explains_itself(banditproof, there) -> None:
    """The laws in words, the score of a part of the rows, and the rows that a budget is for."""

    def said(*words: str) -> str:
        return banditproof("leakage", *words).text

    bits = said("--data", "bits.csv", "--target", "0,1", "--subsample", "1/2")
    assert "Columns: 2 of 0 and 1." in bits
    assert "among the 12 with probability R = 1/2, and then m*/R counts" in bits
    assert "with probability R" not in said("--data", "bits.csv", "--target", "0,1")
    noisy = said("--data", "bits.csv", "--target", "0,1", "--noise", "1", "--box=-1:1")
    assert "It is for rows with entries from -1 to 1, one of which is replaced" in noisy
    reals = said("--data", "reals.npy", "--target", "0")
    assert "Columns: 3 known by their moments." in reals
    assert "(S1) was not checked: it is about the laws of the columns, which are not known" in reals
    assert "No exact numbers: of the columns only the moments are known" in reals


def test_arrays_and_columns(there) -> None:
    assert read_table("one.npz").values.shape == (12, 3)
    assert read_table("one.npz").labels is not None
    assert read_table("two.npz", "second").columns == 3
    table = read_table("named.csv")
    assert table.names == ("a", "b", "c")
    assert table.places_of("a,1:") == [0, 1, 2]
    assert table.with_columns([2, 0]).with_columns([1]).called(0) == "0 ('a')"


def test_the_law_of_a_column() -> None:
    values = np.array([[0.1, 0.5], [0.1, 1.5], [0.3, 2.0], [0.3, 9.0]])
    data = column_data(DataTable("rows", values), given_row(0.3, 1.0), 4)
    first, second = data.columns
    # decimals, not the binary values of the floats
    assert first.law == ((Fraction(1, 10), Fraction(1, 2)), (Fraction(3, 10), Fraction(1, 2)))
    assert second.third == sum((Fraction(x) - Fraction("3.25")) ** 3 for x in values[:, 1]) / 4
    same = column_data(DataTable("rows", values[:, [1, 1]]), given_row(1.0, 1.0), 4)
    assert [column.count for column in same.columns] == [2]
    assert (
        column_data(DataTable("r", values), given_row(*values[0]), 4, ColumnLaw.VALUES)
        .columns[1]
        .law
    )


def test_long_exact_laws_need_patience() -> None:
    columns = [Column.bernoulli(Fraction(k, 1000), target=1) for k in range(300, 400)]
    said = exact_problem(ColumnData.of(1000, columns), Fraction(0), 1000, patient=False)
    assert (
        said
        == "the exact law of 100 different columns takes long; --exact computes them all the same"
    )
    assert not isinstance(
        exact_problem(ColumnData.of(1000, columns), Fraction(0), 1000, patient=True), str
    )
    noisy = ColumnData.of(40, columns[:2])
    assert "takes long; --exact" in str(exact_problem(noisy, Fraction(1), 40, patient=False))


@mistaken("leakage")
@pytest.mark.usefixtures("there")
def test_what_does_not_fit_is_said_in_one_sentence(banditproof, words, sentence) -> None:
    assert sentence in banditproof(*words).mistake


def test_moments_of_a_column_are_those_of_its_law() -> None:
    values = np.array([0.0, 0.0, 1.0, 4.0, 4.0, 9.0])
    table = DataTable("rows.csv", values[:, None])
    by_moments, by_values = (
        column_data(table, given_row(4.0), 10, law).columns[0]
        for law in (ColumnLaw.MOMENTS, ColumnLaw.VALUES)
    )
    for name in ("mean", "variance", "third", "fourth"):
        assert getattr(by_moments, name) == getattr(by_values, name)
