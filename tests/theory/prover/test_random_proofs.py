"""Random proofs of random statements in the rules of the checker: none shows what is false."""

import random
from fractions import Fraction
from typing import Any
import pytest
from goal_values import looks_false
from banditproof.theory.balls import working_precision
from banditproof.theory.prover.checker.stored_goals import recheck

SPAN: Any = {"by": "span"}
PLACES = [("0", "1"), ("0", "1"), ("-1", "1"), ("1", "2"), ("0", None), ("1", None), (None, None)]
FUNCTIONS = ("log", "exp", "erf", "tanh", "xlogx", "abs", "lambertw")


def term(rng: random.Random, depth: int) -> Any:
    kind = rng.random()
    if depth == 0 or kind < 0.15:
        number = Fraction(rng.randrange(-6, 7), rng.choice([1, 2, 3]))
        return rng.choice([["x"], ["x"], ["x"], str(number)])
    one, two, three = (term(rng, depth - 1) for _ in range(3))
    if kind < 0.6:
        return [rng.choice(["add", "mul"]), one, two]
    if kind < 0.73:
        return ["pow", rng.choice(["2", "3", "-1", "1/2", "-2", "1/3"]), one]
    if kind < 0.93:
        return [rng.choice(FUNCTIONS), one]
    return ["if", one, two, three] if kind > 0.97 else [rng.choice(["max", "min"]), one, two]


def limit(rng: random.Random, depth: int) -> Any:
    results = {"proof": proof(rng, depth - 1)}
    if rng.random() < 0.15:
        rest = rng.choice(["0", term(rng, 1)])
        results |= {"value": term(rng, 1), "rest": rest, "rest_proof": SPAN, "vanishing": []}
    return results


def signs(rng: random.Random, depth: int, outermost: bool = False) -> dict[str, Any]:
    kind = 1.0 if outermost else rng.random()
    results: dict[str, Any] = {"strict": rng.random() < 0.4}
    if depth <= 0 or kind < 0.5:
        below = proof(rng, depth - 1) if depth > 1 else SPAN
        return {**results, "negative": rng.random() < 0.5, "proof": rng.choice([SPAN, SPAN, below])}
    if kind < 0.6:
        core = {"core": term(rng, 1), "core signs": signs(rng, depth - 1)}
        return {**results, "weight": term(rng, 1), "positive": SPAN, **core}
    ends = {key: limit(rng, depth) for key in ("low", "high") if rng.random() < 0.6}
    return {**results, "slope": signs(rng, depth - 1), **ends}


def proof(rng: random.Random, depth: int) -> Any:
    kind = rng.random()
    if depth <= 0 or kind < 0.2:
        return SPAN
    below, other = proof(rng, depth - 1), proof(rng, depth - 1)
    at = str(Fraction(rng.randrange(-4, 5), 2))
    if kind < 0.55:
        if rng.random() < 0.3:
            sure = {"high": rng.random() < 0.5, "strict": rng.random() < 0.4}
            return {
                "by": "slope",
                "on": "x",
                **sure,
                "sign": below,
                "end": rng.choice([SPAN, other]),
            }
        return {"by": "signs", "on": "x", **signs(rng, depth, rng.random() < 0.95)}
    if kind < 0.65:
        least = {"at": at, "convex": rng.random() < 0.5, "sign": below, "touch": SPAN}
        return {"by": "least", "on": "x", **least, "low": SPAN, "high": SPAN}
    if kind < 0.8:
        low, high = (rng.choice([SPAN, {"by": "infinite"}]) for _ in range(2))
        return {"by": "ends", "on": "x", "inside": below, "low": low, "high": high}
    if kind < 0.9:
        return {"by": "split", "on": "x", "at": at, "low": below, "high": other}
    weight = {"weight": term(rng, 1), "positive": SPAN, "strict": rng.random() < 0.3}
    return {"by": "sum", "parts": [{**weight, "term": term(rng, 2), "proof": below}]}


def attack(seed: int, rounds: int) -> int:
    rng, accepted = random.Random(seed), 0
    for _ in range(rounds):
        lo, hi = rng.choice(PLACES)
        is_open = [lo is None or rng.random() < 0.4, hi is None or rng.random() < 0.4]
        goal = {
            "term": term(rng, rng.choice([1, 2, 2, 3])),
            "strict": rng.random() < 0.4,
            "region": [["x", lo, hi, *is_open]],
            "given": [],
        }
        tree = proof(rng, 3)
        try:
            recheck(goal, tree)
        except ValueError:
            continue
        accepted += 1
        with working_precision(96):
            assert not looks_false(goal, rng), (goal, tree)
    return accepted


def test_a_random_proof_shows_nothing_false() -> None:
    assert attack(1, 400) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_random_proofs_show_nothing_false(seed: int) -> None:
    assert attack(100 + seed, 10000) > 500
