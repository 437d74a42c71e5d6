"""`banditproof design`: the certificate in both forms, and one sentence for each bad file."""

from fractions import Fraction
import pytest
from mistaken_lines import mistaken
from banditproof.theory.designs import g_value
from banditproof.theory.number_files.exact_rows import read_words

ACTIONS = "x,y,z\n# the four corners\n1,0,0\n0,1,0\n\n0,0,1\n1/3, 0.5 ,1e-1\n"


@pytest.fixture
def written(tmp_path):
    def write(content, name="actions.csv"):
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(file)

    return write


def test_json_has_the_fields_of_the_contract(banditproof, written):
    file = written(ACTIONS)
    facts = banditproof("design", file, "--tolerance", "1e-9", "--json").facts
    assert facts["support"] == [0, 1, 2]
    assert facts["weights"] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-12)
    assert (facts["dimension"], facts["columns"], facts["actions"]) == (3, 3, 4)
    assert all(isinstance(end, str) for end in facts["gap_enclosure"].values())
    low, high = (Fraction(facts["gap_enclosure"][end]) for end in ("lo", "hi"))
    assert isinstance(facts["gap"], float)
    # both are rounded up: the float to 53 bits, the decimal to 40 digits
    assert abs(Fraction(facts["gap"]) - high) <= high / 10**15
    # both ends against the exact value of the printed weights
    exact = g_value(read_words(file), facts["weights"])
    assert low <= exact / 3 - 1 <= high <= Fraction("1e-9")
    assert Fraction(facts["g_value"]["lo"]) <= exact <= Fraction(facts["g_value"]["hi"])
    assert facts["seconds"] >= 0


def test_the_table_shows_the_same_facts(banditproof, written):
    out = banditproof("design", written(ACTIONS)).shown
    assert "0.3333333333" in out
    assert "3 of 4 rows, counted from 0" in out
    assert "Dimension d: 3." in out
    assert "at least 0, at most" in out
    wide = ",".join(["1"] * 20)
    assert "1, 1, 1, 1, 1, 1, 1, 1, ..." in banditproof("design", written(wide), "--on-span").out


def test_a_set_that_does_not_span_needs_a_flag(banditproof, written):
    file = written("1,0\n2,0\n")
    assert (
        "span 1 of 2 dimensions; give actions that span, or --on-span"
        in banditproof("design", file).mistake
    )
    out = banditproof("design", file, "--on-span").shown
    assert "Dimension d: 1 of 2: the actions do not span." in out
    facts = banditproof("design", file, "--on-span", "--json").facts
    assert (facts["dimension"], facts["columns"], facts["support"]) == (1, 2, [1])


def test_what_a_file_may_hold(written):
    assert read_words(written("1,2\r\n3,4\r\n")) == [["1", "2"], ["3", "4"]]
    assert read_words(written("\ufeff1,2\n")) == [["1", "2"]]
    assert read_words(written("_a,é\n1e400,-1/7\n")) == [["1e400", "-1/7"]]
    assert read_words(written("5")) == [["5"]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("1,2\n3\n", "line 2: the first row has 2 entries and this one 1"),
        ("1,2\n3,nan\n", "line 2, column 2: the entry is nan; give a finite number"),
        ("-inf,2\n", "line 1, column 1: the entry is -inf; give a finite number"),
        ("x,y\nnan,1\n", "line 2, column 1: the entry is nan"),
        ("", "holds no numbers"),
        ("x,y\n", "holds no numbers"),
        ("x,y\nu,v\n", "line 2, column 1: 'u' is not a number"),
        ("a,1\n", "line 1, column 1: 'a' is not a number"),
        ("1,2\n3,four\n", "line 2, column 2: 'four' is not a number"),
        ("1,2\n3 4,5\n", "'3 4' is not a number; give numbers separated by commas"),
        ("0,5;1\n", "'0,5' is not a number; give numbers with a decimal point"),
        ("1,,2\n", "line 1, column 2: the entry is empty"),
        ("1/0,2\n", "'1/0' is not a number"),
        ("0,0\n", "All actions are zero"),
        ('1,"2\n', "is not a file of comma-separated values"),
        (bytes(range(256)), "is not a file of comma-separated values"),
        (b"\x00\x01,\x02", "is not a file of comma-separated values"),
        ("1" * 200_000, "is not a file of comma-separated values"),
        ("y" * 50 + ",1\n", "'" + "y" * 30 + "...' is not a number"),
    ],
)
def test_a_bad_file_is_one_sentence_and_exit_code_2(banditproof, written, content, sentence):
    assert sentence in banditproof("design", written(content)).mistake


@mistaken("design")
def test_a_mistake_is_one_sentence_and_exit_code_2(banditproof, written, words, sentence):
    file = written(ACTIONS)
    assert sentence in banditproof(*(file if word == "FILE" else word for word in words)).mistake
