"""`banditproof prove`: exit codes, the JSON contract, the report, the file, and errors."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from types import SimpleNamespace
import pytest
from mistaken_lines import sentences
from banditproof.cli import prove as prove_command
from banditproof.theory.prover import verify_proof

PINSKER = ("kl(p, q) >= 2*(p - q)^2", "--for", "p in [0,1], q in [0,1]")
FALSE = ("kl(p, q) >= 2.1*(p - q)**2", "--for", "p in [0,1], q in [0,1]")
SEARCH = "banditproof.theory.prover.search.counterexample"


@pytest.fixture
def witness(monkeypatch):
    """Let the search for counterexamples offer a point, or none."""

    def provide(point, reason="The sides differ there."):
        result = point and SimpleNamespace(point=point, value=None, reason=reason)
        module = SimpleNamespace(find_counterexample=lambda goal, seconds: result)
        monkeypatch.setitem(sys.modules, SEARCH, module)

    provide(None)
    return provide


def test_a_proved_statement(banditproof, witness):
    facts = banditproof("prove", *PINSKER, "--json").facts
    assert facts["result"] == "proved"
    assert facts["statement"] == PINSKER[0]
    assert facts["domain"] == "p in [0, 1], q in [0, 1]"
    assert facts["size"] == sum(facts["rules"].values())
    assert facts["witness"] is facts["stuck"] is facts["file"] is None
    assert facts["latex"].startswith(r"\mathrm{kl}(p,q) \ge 2")
    assert 0 < facts["seconds"] < 60
    out = banditproof("prove", *PINSKER).shown
    assert "proved" in out
    assert all(name in out for name in facts["rules"])


@pytest.mark.parametrize(
    ("domain", "nothing"),
    [
        ("x in (0, inf), log(x) > x", True),
        ("x in (0, inf), log(x) > x - 2", False),
        ("x, y in (0, 1), x < y, y < x^2", True),
        ("x, y in (0, 1), x < y, y < x^(1/2)", False),
        ("x, y, z in (0, 1), x < y <= z, z < x^2", True),
    ],
)
def test_side_conditions_that_contradict_each_other_are_said_to(banditproof, domain, nothing):
    words = ("prove", "x >= -1" if not nothing else "x <= -1", "--for", domain)
    facts = banditproof(*words, "--json").facts
    assert (facts["result"], facts["says_nothing"]) == ("proved", nothing)
    assert ("its conditions contradict each other" in banditproof(*words).shown) == nothing


def test_a_disproved_statement(banditproof, witness):
    witness({"p": Fraction(1, 2), "q": Fraction(2, 5)})
    code, out, err = banditproof("prove", *FALSE, "--json")
    assert (code, err) == (1, "")
    facts = json.loads(out)
    assert facts["result"] == "disproved"
    assert facts["witness"] == {"p": 0.5, "q": 0.4}
    assert facts["witness_exact"] == {"p": "1/2", "q": "2/5"}
    assert Fraction(facts["left"]["hi"]) < Fraction(facts["right"]["lo"]) == Fraction("0.021")
    assert facts["rules"] is facts["size"] is facts["stuck"] is None
    code, out, _ = banditproof("prove", *FALSE)
    assert code == 1
    assert "p = 1/2, q = 2/5" in out
    assert "0.0204109972" in out
    assert "0.0210000000" in out


def test_witness_numbers_are_json_numbers(banditproof, witness):
    witness({"x": Fraction(10) ** 400, "y": Fraction(3), "z": Fraction(1, 3)})
    words = ("x + y + z <= 7", "--for", "x, y, z in [0, inf)", "--json")
    facts = json.loads(banditproof("prove", *words).out)
    assert facts["witness"] == {"x": None, "y": 3, "z": 1 / 3}
    assert facts["witness_exact"] == {"x": str(10**400), "y": "3", "z": "1/3"}


def test_a_point_without_a_value(banditproof, witness):
    witness({"x": Fraction(1)}, "It is not defined there.")
    code, out, _ = banditproof("prove", "1/(1 - x) >= 0", "--for", "x in [0,2]", "--json")
    facts = json.loads(out)
    assert (code, facts["left"], facts["right"]) == (1, None, None)
    assert facts["why"] == "It is not defined there."


def test_an_undecided_statement_says_where_it_stuck(banditproof, witness):
    # it holds, and half a minute does not suffice for a proof
    pinsker = "kl(p,q) >= 2*(p-q)**2 + 4/9*(p-q)**4 + 32/135*(p-q)**6"
    words = (pinsker, "--for", "p, q in (0,1), p < q")
    code, out, _ = banditproof("prove", *words, "--time-limit", "200ms", "--json")
    assert code == 3
    facts = json.loads(out)
    assert facts["result"] == "undecided"
    assert set(facts["stuck"]) == {"box", "goal", "tried", "errors"}
    assert facts["stuck"]["errors"] == []
    # the letters of the goal at which it stuck: p and the t of q = p + t*(1 - p), or q and the t of
    # p = t*q, whichever the time limit met
    letters = set(re.findall(r"\b[a-z]\b", facts["stuck"]["goal"]))
    assert letters == set(facts["stuck"]["box"])
    assert letters & {"p", "q"}
    code, out, _ = banditproof("prove", *words, "--time-limit", "0.2")
    assert code == 3
    assert "stuck at" in out
    assert "Neither a proof nor a counterexample was found" in out


def test_a_proof_is_written_and_verified(banditproof, witness, tmp_path):
    file = tmp_path / "pinsker.json"
    out = banditproof("prove", *PINSKER, "--proof", str(file)).shown
    assert "written to" in out
    assert verify_proof(file).statement.claim == PINSKER[0]
    assert [item.name for item in tmp_path.iterdir()] == ["pinsker.json"]


def test_no_file_is_written_without_a_proof(banditproof, witness, tmp_path):
    witness({"p": Fraction(1, 2), "q": Fraction(2, 5)})
    assert banditproof("prove", *FALSE, "--proof", str(tmp_path / "a.json")).code == 1
    assert list(tmp_path.iterdir()) == []


def test_a_place_where_no_file_can_be_is_said_before_the_search(banditproof, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, SEARCH, None)
    for place in (tmp_path, tmp_path / "missing" / "a.json"):
        assert "folder" in banditproof("prove", *PINSKER, "--proof", str(place)).mistake


def test_ranges_may_be_given_in_parts(banditproof, witness):
    words = ("x*y <= 1", "--for", "x in [0,1]", "--for", "y in [0,1]", "--for", "x < y", "--json")
    facts = banditproof("prove", *words).facts
    assert facts["domain"] == "x in [0, 1], y in [0, 1], x < y"


def test_a_statement_that_begins_with_a_minus_sign(banditproof, witness):
    assert banditproof("prove", "-tanh(x) <= 0", "--for", "x in [0, 1]").code == 0
    assert banditproof("prove", "--for", "x in [-2, 1], -1 < x", "-x < 3").code == 0
    assert banditproof("prove", "--for", "-1 < x, x in [-2, 1]", "-x < 3").code == 0


@pytest.mark.parametrize("words", [(), ("-",)])
def test_a_statement_on_standard_input(banditproof, witness, monkeypatch, words):
    monkeypatch.setattr(sys, "stdin", io.StringIO("x <=\n 1\n"))
    assert banditproof("prove", *words, "--for", "x in [0,1]").code == 0


ODD = [
    ("(" * 5000 + "x", "x in [0,1]", "nested more than"),
    ("x" + "+x" * 60_000 + " >= 0", "x in [0,1]", "has 120006 characters"),
    ("x\0 >= 0", "x in [0,1]", "has no meaning"),
    ("x >= 0", "\udc80", "has no meaning"),
]
"""Statements that no file of lines can hold."""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        *sentences("prove"),
        *((["prove", claim, "--for", where], says) for claim, where, says in ODD),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(banditproof, words, sentence):
    mistake = banditproof(*words).mistake
    assert sentence in mistake
    assert len(mistake) < 1200


def test_no_statement_on_a_terminal(banditproof, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    assert "There is no statement" in banditproof("prove", "--for", "x in [0,1]").mistake


def test_the_help_has_eight_examples(banditproof):
    out = banditproof("prove", "--help").text
    assert out.count("banditproof prove") >= 5
    assert (prove_command.command.__doc__ or "").count("`banditproof prove ") == 8


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interruption_leaves_no_file(tmp_path):
    claim = "kl(p,q) >= 2*(p-q)**2 + 4/9*(p-q)**4 + 32/135*(p-q)**6 + 7072/42525*(p-q)**8"
    command = [sys.executable, "-m", "banditproof", "prove", claim, "--for", "p, q in [0,1]"]
    command += ["--time-limit", "100", "--proof", str(tmp_path / "a.json")]

    def heeding() -> None:  # a suite that runs in the background ignores this signal
        signal.signal(signal.SIGINT, signal.default_int_handler)

    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, preexec_fn=heeding
    ) as running:
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        try:
            _, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    assert err == "banditproof: Interrupted.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_point_without_a_value_is_named(banditproof, witness):
    statement = ("x**x <= 1", "--for", "x in [0,1]")
    code, out, err = banditproof("prove", *statement, "--json")
    assert (code, err) == (3, "")
    assert json.loads(out)["why"].startswith("At x = 0 ")
    code, out, _ = banditproof("prove", *statement)
    assert code == 3
    assert "At x = 0" in out
    assert "more time may help" not in out


def test_an_equation_is_a_statement(banditproof, witness):
    out = banditproof("prove", "(x + 1)**2 == x**2 + 2*x + 1", "--for", "x in [0,1]").shown
    assert "(x + 1)^2 = x^2 + 2*x + 1" in out
