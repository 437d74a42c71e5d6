"""Any composition is answered within limits of time and memory, by a bound or by one sentence.

The expressions run in processes of their own, whose memory and whose time for one answer are
limited: a crash, an endless computation or a lack of memory is a failed test that names its
expression. The bounds are compared with others that need no curve.
"""

import json
import math
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
import pytest
from case_tables import table
from tiers import sampled
from banditproof.theory.accounting import Composition, largest_loss, parse_composition
from banditproof.theory.accounting.conversions import zcdp_to_approx_epsilon
from banditproof.theory.accounting.lattice_loss_laws import DiscreteGaussianLoss
from banditproof.theory.accounting.loss_laws import GaussianLoss
from banditproof.theory.accounting.loss_sizes import size_ball
from banditproof.theory.balls import upper

WORKER = table(__file__, "worker")
GIGABYTE = 1 << 30
Question = tuple[str, str, str]
Answer = dict[str, Any]

ISSUE: list[Question] = [
    (text, kind, value)
    for text in (
        "1e12*pure(1)",
        "1e12*rr(1e4)",
        "1e11*pure(10)",
        "1e12*discrete_gaussian(1/3) + gaussian(1)",
        "1e12*discrete_gaussian(1/3) + rr(1)",
        "1e12*laplace(0.5)",
        "1e7*pure(1)",
        "gaussian(1e3) + 100*rr(1e3)",
        "gaussian(1e30)",
        "gaussian(1e-40)",
        "laplace(scale=1e30) + gaussian(1e-30)",
        "laplace(1e-9) + gaussian(1) + laplace(1e8)",
        "1e50*discrete_gaussian(1e-50)",
        "1e50*rr(1e50)",
        "1e50*laplace(1e-50)",
    )
    for kind, value in (
        ("epsilon", "1"),
        ("epsilon", "10"),
        ("epsilon", "0"),
        ("epsilon", "1e100"),
        ("delta", "1e-6"),
        ("delta", "1e-300"),
        ("delta", "0.999999999"),
        ("delta", "1e-20000"),
    )
]
LONG = [
    ("+".join(f"laplace(0.{i:04d}7)" for i in range(1, 201)), "delta", "1e-6"),
    ("+".join(f"rr(0.{i:04d}7)" for i in range(1, 201)), "epsilon", "0.5"),
    (
        "+".join(f"{i}*discrete_laplace(0.{i}, sensitivity={i})" for i in range(2, 60)),
        "delta",
        "0.1",
    ),
    ("+".join(f"discrete_laplace(0.{i}, sensitivity=9999)" for i in range(1, 6)), "delta", "0.1"),
    ("+".join(f"discrete_laplace(0.{i}, sensitivity=9999)" for i in range(1, 90)), "delta", "0.1"),
    ("+".join(f"laplace({i}/9973)" for i in range(1, 10_000)), "delta", "1e-6"),
    ("+".join(f"1e30*laplace({i}/9973)" for i in range(1, 10_000)), "delta", "1e-6"),
    ("+".join(f"laplace(1e-{i})" for i in range(1, 50)), "delta", "1e-6"),
    ("+".join(f"discrete_gaussian(1e{i})" for i in range(-20, 20)), "delta", "1e-6"),
    ("+".join(f"1e6*discrete_gaussian({i}e{i % 48 - 24})" for i in range(1, 301)), "delta", "1e-6"),
    (
        "+".join(f"1e{i % 49}*discrete_gaussian({i}e{i % 90 - 45})" for i in range(1, 1001)),
        "delta",
        "1e-6",
    ),
    (f"laplace({'1' * 4000}/{'3' * 4000})", "delta", "1e-6"),
    (f"rr(0.{'123' * 1300}) + laplace(0.{'7' * 4000})", "delta", "1e-6"),
    ("(" * 100_000, "delta", "1e-6"),
    ("laplace(1)+" * 100_000, "delta", "1e-6"),
    (" " * 999_999, "delta", "1e-6"),
    ("1" * 1_000_001, "delta", "1e-6"),
    ("a" * 500_000, "delta", "1e-6"),
    ("\u00e9\u4e2d\U0001f600", "delta", "1e-6"),
    ("laplace(\u0661)", "delta", "1e-6"),
]


def answers(questions: list[Question]) -> Iterator[tuple[Question, Answer]]:
    """What a process with limits says to each question."""
    words = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(
        [sys.executable, "-c", WORKER],
        input=words,
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "error"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE)),
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    last = [line["started"] for line in lines if "started" in line][-1:]
    assert done.returncode == 0, (done.returncode, last, done.stderr[-2000:])
    assert done.stderr == ""
    assert lines[-1]["peak"] < 1000
    results = [line for line in lines if "started" not in line and "peak" not in line]
    return zip(questions, results, strict=True)


def bound(text: str) -> Fraction | float:
    """An end of an enclosure: inf, or two numbers in hexadecimal digits."""
    return math.inf if text == "inf" else Fraction(*(int(word, 16) for word in text.split("/")))


def concentrated(composition: Composition) -> Fraction:
    """A rho for which the composition is rho-zCDP: eps^2 / 2 for each eps-DP release."""
    total = Fraction(0)
    for count, law in composition.parts:
        if isinstance(law, GaussianLoss):
            total += count * law.mu_squared / 2
        elif isinstance(law, DiscreteGaussianLoss):
            total += count * law.half_square
        else:
            assert law.largest is not None
            total += count * upper(size_ball(law.largest)) ** 2 / 2
    return total


def check(question: Question, answer: Answer) -> bool:
    """Compare with what is known without a curve; whether there was a bound."""
    text, kind, value = question
    if "sentence" in answer:
        sentence = answer["sentence"]
        assert sentence.endswith("."), question
        assert len(sentence) < 500, question
        return False
    lo, hi = bound(answer["lo"]), bound(answer["hi"])
    assert 0 <= lo <= hi, question
    composition = parse_composition(text)
    if kind == "epsilon":
        assert hi <= 1, question
        return True
    assert lo <= largest_loss(composition).hi, question
    delta = Fraction(value)
    if delta > Fraction(1, 10**1000):
        assert lo <= zcdp_to_approx_epsilon(concentrated(composition), delta).hi, question
    # delta(lo) > delta unless lo is 0, and delta(hi) <= delta
    ends = [(bound(a), bound(b)) for a, b in answer["back"]]
    if lo > 0 and ends:
        assert ends[0][1] >= delta, question
    if len(ends) == 2:
        assert ends[1][0] <= delta, question
    return True


@pytest.mark.parametrize("start", sampled(range(0, len(ISSUE), 40), 3, first=1))
def test_extreme_compositions_are_bounded(start: int) -> None:
    for question, answer in answers(ISSUE[start : start + 40]):
        assert check(question, answer), (question, answer)


@pytest.mark.night("slow tests ask for shorter ones, of all kinds and sizes")
def test_long_expressions() -> None:
    for question, answer in answers(LONG):
        check(question, answer)


def number(rng: random.Random, reach: int) -> str:
    """A positive number of any size up to 10^reach, as a decimal or a ratio."""
    if rng.random() < 0.3:
        return (
            f"{rng.randint(1, 10 ** rng.randint(1, 9))}/{rng.randint(1, 10 ** rng.randint(1, 9))}"
        )
    exponent = rng.choice([0, -1, 1, rng.randint(-6, 6), rng.randint(-reach, reach)])
    return f"{rng.randint(1, 999)}e{exponent}"


def release(rng: random.Random, reach: int) -> str:
    name = rng.choice(
        ["laplace", "gaussian", "rr", "pure", "discrete_laplace", "discrete_gaussian"]
    )
    key = {"laplace": ["", "eps=", "scale="], "gaussian": ["", "sigma=", "mu=", "rho="]}
    words = rng.choice(key.get(name, [""])) + number(rng, reach)
    if name.startswith("discrete") and rng.random() < 0.5:
        words += f", sensitivity={rng.choice([1, 2, 3, 10, 100, rng.randint(1, 10_000)])}"
    return f"{name}({words})"


def question(rng: random.Random) -> Question:
    reach = rng.choice([2, 10, 52])
    terms = []
    for _ in range(rng.choice([1, 1, 2, 2, 3, 5, 12])):
        count = rng.choice(["", "2*", "10*", f"{rng.randint(1, 10**6)}*"])
        if rng.random() < 0.3:
            count = f"1e{rng.randint(0, reach)}*"
        terms.append(count + release(rng, reach))
    delta = rng.choice(["0.1", "1e-6", "1e-10", f"1e-{rng.randint(1, 20_000)}", "0.5", "0.99999"])
    if rng.random() < 0.6:
        return "+".join(terms), "delta", delta
    return "+".join(terms), "epsilon", rng.choice(["0", number(rng, reach), number(rng, reach)])


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_random_compositions_are_bounded_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    questions = [question(rng) for _ in range(50)]
    bounded = sum(check(asked, answer) for asked, answer in answers(questions))
    assert bounded > 35
