"""Formulas as one line of Unicode: random ones are read back, and mean the same."""

import random
import re
from math import isclose, log, sqrt
import pytest
from case_tables import table
from banditproof.paper_checks.report import formula_line as printing
from banditproof.paper_checks.report.formula_line import formula_line
from banditproof.paper_checks.report.formula_signs import ABOVE, SINGLE_CHARACTER
from banditproof.paper_checks.report.readable_text import readable_text
from banditproof.paper_checks.statements.index import claim_index

VALUES = {"x": 1.7, "y": 0.6, "n": 3.1, "ρ": 0.9, "λ": 2.3, "zᵢ": 1.1, "μ_ε": 0.7}
LATEX = {"ρ": r"\rho", "λ": r"\lambda", "zᵢ": "z_i", "μ_ε": r"\mu_{\epsilon}"}
POWERS = {small: letter for letter, small in ABOVE.items() if letter not in "*⋆′⊤"}
FRACTIONS = {sign: f"({ratio})" for ratio, sign in SINGLE_CHARACTER.items()}


def formula(draw: random.Random, depth: int) -> tuple[str, float, int]:
    """A random formula in LaTeX, its value, and how strongly it binds: sum, product, fraction, power, atom."""
    if depth == 0:
        if draw.random() < 0.3:
            number = draw.randint(2, 12)
            return str(number), float(number), 4
        name = draw.choice(list(VALUES))
        return LATEX.get(name, name), VALUES[name], 4
    (a, u, i), (b, v, j) = formula(draw, depth - 1), formula(draw, draw.randrange(depth))
    dot = r"\cdot" if b[0].isdigit() else ""
    product = f"{_closed(a, i, 1)}{dot} {_closed(b, j, 1)}"
    choices = [
        (f"{a}+{b}", u + v, 0),
        (f"{a}-{_closed(b, j, 1)}", u - v, 0),
        (product, u * v, 1),
        (rf"\frac{{{a}}}{{{b}}}", u / v if v else 0.0, 2),
        (rf"{_closed(a, i, 1)}/{_closed(b, j, 2)}", u / v if v else 0.0, 0),
        (rf"\sqrt{{{a}}}", sqrt(abs(u)), 4),
        (rf"\log\left({a}\right)", log(abs(u)) if u else 0.0, 4),
        (rf"{_closed(a, i, 4)}^{{{b}}}", abs(u) ** v if abs(v) < 9 and u else 0.0, 3),
    ]
    latex, value, strength = draw.choice(choices)
    return latex, value, strength


def _closed(latex: str, strength: int, needed: int) -> str:
    return latex if strength >= needed else rf"\left({latex}\right)"


class Reader:
    """Reads a line: side by side binds closer than a slash, which goes from left to right."""

    def __init__(self, line: str) -> None:
        for sign, ratio in FRACTIONS.items():
            line = line.replace(sign, ratio)
        line = re.sub(f"[{''.join(map(re.escape, POWERS))}]+", self._power, line)
        names = "|".join(sorted(VALUES, key=len, reverse=True))
        self.tokens = re.findall(rf"log|{names}|\d+|[-−+·/^()√]", line)
        assert "".join(self.tokens) == line.replace(" ", ""), line
        self.place = 0

    @staticmethod
    def _power(found: re.Match[str]) -> str:
        return found[0] if found[0] == "ᵢ" else f"^({''.join(POWERS[c] for c in found[0])})"

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1]

    def sum(self) -> float:
        value = self.quotient()
        while self.peek() in ("+", "−"):
            value = value + self.quotient() if self.take() == "+" else value - self.quotient()
        return value

    def quotient(self) -> float:
        value = self.beside()
        while self.peek() in ("·", "/"):
            if self.take() == "·":
                value *= self.beside()
            else:
                below = self.beside()
                value = value / below if below else 0.0
        return value

    def beside(self) -> float:
        value = self.power()
        while self.peek() and self.peek() not in "+−·/)^":
            value *= self.power()
        return value

    def power(self) -> float:
        base = self.atom()
        if self.peek() != "^":
            return base
        self.take()
        above = self.atom()
        return abs(base) ** above if abs(above) < 9 and base else 0.0

    def atom(self) -> float:
        token = self.take()
        if token == "(":
            value = self.sum()
            assert self.take() == ")"
            return value
        if token == "√":
            return sqrt(abs(self.atom()))
        if token == "log":
            value = self.atom()
            return log(abs(value)) if value else 0.0
        return VALUES[token] if token in VALUES else float(token)


def wrong_lines(seed: int, count: int) -> list[tuple[str, str]]:
    """The formulas whose line means something else."""
    draw, wrong = random.Random(seed), []
    for _ in range(count):
        latex, value, _ = formula(draw, draw.randint(1, 4))
        line = formula_line(latex)
        reader = Reader(line)
        if not (isclose(reader.sum(), value, rel_tol=1e-9, abs_tol=1e-9) and not reader.peek()):
            wrong.append((latex, line))
    return wrong


def test_random_formulas_mean_the_same_when_they_are_read_back() -> None:
    assert wrong_lines(seed=1, count=1500) == []


@pytest.mark.parametrize(
    ("name", "mutant"),
    [
        ("_is_product", lambda node: True),
        ("_is_unit", lambda node: True),
        ("_in_brackets", lambda before, part: part),
    ],
)
def test_a_printer_that_forgets_brackets_is_caught(name, mutant, monkeypatch) -> None:
    monkeypatch.setattr(printing, name, mutant)
    printing.formula_line.cache_clear()
    try:
        assert _fails(seed=2, count=400)
    finally:
        printing.formula_line.cache_clear()


def _fails(seed: int, count: int) -> bool:
    try:
        return wrong_lines(seed, count) != []
    except (AssertionError, ValueError, IndexError):
        return True


@pytest.mark.parametrize(("latex", "line"), table(__file__, "lines_of_formulas"))
def test_lines_of_formulas(latex: str, line: str) -> None:
    assert formula_line(latex) == line


def test_no_registered_text_keeps_a_backslash() -> None:
    shown = {id: readable_text(facts.statement) for id, facts in claim_index().items()}
    assert [id for id, text in shown.items() if "\\" in text or "$" in text] == []
