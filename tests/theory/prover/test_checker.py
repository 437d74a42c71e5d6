"""Proofs by the rules of the search, and by the checker in its own rules."""

import ast
import functools
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
import pytest
from goal_values import looks_false
from tiers import sampled
from banditproof.theory.balls import working_precision
from banditproof.theory.prover import checker
from banditproof.theory.prover.checker.stored_goals import recheck
from banditproof.theory.prover.checker.wider_rules import WIDER_RULES
from banditproof.theory.prover.elaboration import rules as elaboration
from banditproof.theory.prover.elaboration.rules import elaborated
from banditproof.theory.prover.kernel import rules
from banditproof.theory.prover.stored_json import goal_of

HERE = Path(__file__).parent / "proofs"
FOUND, BY_HAND, BROKEN, BROKEN_BASIC, WRONG_GOALS = (
    json.loads((HERE / f"{name}.json").read_text())
    for name in ("found", "by_hand", "broken", "broken_basic", "wrong_goals")
)
ACCEPTED = {**FOUND, **BY_HAND}
MENDED = {"Bernstein, endless"}
"""Broken proofs of what is true, which are none any more in the rules of the checker."""
SIMPLE = {
    "term": ["add", "1", ["x"]],
    "strict": False,
    "region": [["x", "0", "1", False, False]],
    "given": [],
}


def by_kernel(goal: Any, proof: Any) -> None:
    """Check a goal in JSON by the kernel."""
    rules.check(goal_of(goal), proof)


def by_checker(goal: Any, proof: Any) -> None:
    """Check a goal in JSON by the checker, in its own rules."""
    recheck(goal, elaborated(goal_of(goal), proof))


@pytest.mark.parametrize("name", ACCEPTED)
def test_both_accept_a_proof(name: str) -> None:
    case = ACCEPTED[name]
    by_checker(case["goal"], case["proof"])
    by_kernel(case["goal"], case["proof"])


@pytest.mark.parametrize("name", [name for name in BROKEN if name not in MENDED])
def test_the_checker_rejects_a_broken_proof(name: str) -> None:
    case = BROKEN[name]
    with pytest.raises((ValueError, ZeroDivisionError)):
        by_checker(case["goal"], case["proof"])


@pytest.mark.parametrize("name", BROKEN_BASIC)
def test_the_checker_rejects_a_broken_proof_in_its_rules(name: str) -> None:
    case = BROKEN_BASIC[name]
    with pytest.raises(ValueError, match=r"^(Rule .* at .*|In the goal): .*\."):
        recheck(case["goal"], case["proof"])


@pytest.mark.parametrize("name", BROKEN)
def test_the_kernel_rejects_a_broken_proof(name: str) -> None:
    case = BROKEN[name]
    with pytest.raises((ValueError, ZeroDivisionError)):
        by_kernel(case["goal"], case["proof"])


def rules_of(proof: Any) -> Iterator[str]:
    if isinstance(proof, dict):
        yield from [proof["by"]] if "by" in proof else []
        proof = list(proof.values())
    for part in proof if isinstance(proof, list) else ():
        yield from rules_of(part)


def test_each_rule_fires() -> None:
    fired = {rule for case in ACCEPTED.values() for rule in rules_of(case["proof"])}
    assert fired - {"weight", "fall", "begin", "end"} == set(rules.RULES)
    assert set(elaboration.RULES) == set(rules.RULES)
    cases = ((case["goal"], case["proof"]) for case in ACCEPTED.values())
    basic = (elaborated(goal_of(goal), proof) for goal, proof in cases)
    assert {rule for proof in basic for rule in rules_of(proof)} == set(WIDER_RULES)


def test_it_stands_alone() -> None:
    files = [f for f in Path(checker.__file__ or "").parent.glob("*.py") if f.stat().st_size]
    allowed = {"flint", "banditproof.theory.working_precision", "__future__", "collections.abc"}
    allowed |= {"dataclasses", "math", "re", "types", "typing"}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                assert node.module in allowed
            assert not (isinstance(node, ast.ImportFrom) and node.level > 1)
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= allowed


@pytest.mark.parametrize("changed", WRONG_GOALS, ids=json.dumps)
def test_a_goal_of_the_wrong_kind_is_refused(changed: Any) -> None:
    recheck(SIMPLE, {"by": "span"})
    with pytest.raises(ValueError, match=r"^(Rule .* at .*|In the goal): .*"):
        recheck({**SIMPLE, **changed}, {"by": "span"})


def nested(depth: int) -> Any:
    term: Any = ["x"]
    for _ in range(depth):
        term = ["exp", term]
    return term


ONE_PLUS_X: Any = ["add", "1", ["x"]]


@pytest.mark.parametrize(
    "term",
    [
        ["pow", "1000000", ONE_PLUS_X],
        ["pow", "1000", ["add", ONE_PLUS_X, ["y"], ["exp", ["x"]], ["log", ONE_PLUS_X]]],
        ["pow", "1000000000", "3"],
        ["pow", "-1000000000", "3"],
        ["mul", *[["pow", "90000", ["add", str(n), ["x"]]] for n in range(9)]],
        ["exp", ["mul", "100000000", ["x"]]],
        ["pow", "1/1000000", ["pow", "999999", ONE_PLUS_X]],
        ["add", "1" * 5000, ["x"]],
        nested(100_000),
    ],
    ids=range(9),
)
def test_what_would_not_end_is_refused(term: Any) -> None:
    region = [[name, "0", "1", False, False] for name in "xy"]
    goal = {"term": ["add", term, "-1"], "strict": False, "region": region, "given": []}
    with pytest.raises(ValueError, match=r"^(Rule .* at .*|In the goal): .*"):
        recheck(goal, {"by": "sum", "parts": []})


def test_a_proof_that_is_too_deep_is_refused() -> None:
    proof: Any = {"by": "span"}
    for _ in range(100_000):
        proof = {"by": "cases", "term": ["x"], "low": proof, "high": {"by": "span"}}
    with pytest.raises(ValueError, match=r"^(Rule .* at .*|In the goal): .*"):
        recheck(SIMPLE, proof)


def test_the_path_names_the_node_that_fails() -> None:
    split = {"by": "split", "on": "x", "at": "1/2", "low": {"by": "span"}, "high": {"by": "given"}}
    with pytest.raises(ValueError, match=r"^Rule 'given' at high\.high: "):
        recheck(SIMPLE, {**split, "at": "1/4", "high": split})


def test_the_precision_may_be_raised() -> None:
    """1 + 10^-40 - exp(10^-40) < 0 is seen with 300 bits, not with 96."""
    tiny = "1/1" + "0" * 40
    term = ["add", ["exp", tiny], "-1", ["mul", "-1", tiny]]
    goal = {"term": term, "strict": True, "region": [], "given": []}
    recheck(goal, {"by": "span"}, bits=400)
    with pytest.raises(ValueError, match="does not show the sign"):
        recheck(goal, {"by": "span"})


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all leaves."""
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            yield from places(value, (*path, key))
    else:
        yield path


def mutated(text: str, rng: random.Random, words: list[Any]) -> Any:
    """A copy with one leaf changed, or one list or object around it replaced by another part."""
    copy = json.loads(text)
    path = rng.choice(places_in(text))
    keep = rng.choice([len(path), len(path), max(1, len(path) - 1)])
    inner = copy
    for key in path[: keep - 1]:
        inner = inner[key]
    key = path[keep - 1]
    old = inner[key]
    if isinstance(old, bool):
        inner[key] = not old
    elif isinstance(old, str) and old.lstrip("-").replace("/", "").isdigit():
        value = Fraction(old)
        inner[key] = str(
            rng.choice(
                [-value, value + Fraction(1, 100), value * 2, 1 - value, value / 2, 0 * value]
            )
        )
    elif isinstance(old, list) and rng.random() < 0.3 and len(old) > 1:
        del old[rng.randrange(len(old))]
    else:
        inner[key] = json.loads(json.dumps(rng.choice(words)))
    return copy


@functools.cache
def places_in(text: str) -> list[tuple[Any, ...]]:
    """The paths to all leaves of what is written in JSON."""
    return list(places(json.loads(text)))


@functools.cache
def example(name: str, basic: bool) -> str:
    """An accepted case in JSON, in the rules of the checker or before it is written in these."""
    goal, proof = ACCEPTED[name]["goal"], ACCEPTED[name]["proof"]
    return json.dumps(
        {"goal": goal, "proof": elaborated(goal_of(goal), proof)} if basic else ACCEPTED[name]
    )


WORDS: list[Any] = ["x", "0", "1", "-1", "1/2", ["x"], {"by": "span"}, True, None, 0, "low", []]
ERRORS = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)


def fuzz(seed: int, rounds: int, basic: bool = True) -> int:
    """Mutate accepted cases, in the rules of the checker or before they are written in these.

    What still passes is not seen to be false; how often that was so.
    """
    rng, names, passed = random.Random(seed), sorted(ACCEPTED), 0
    errors = (ValueError,) if basic else ERRORS
    for _ in range(rounds):
        name = rng.choice(names)
        new = mutated(example(name, basic), rng, WORDS)
        if basic and (json.dumps(new) == example(name, basic) or set(new) != {"goal", "proof"}):
            continue
        try:
            (recheck if basic else by_checker)(new["goal"], new["proof"])
        except errors:
            continue
        passed += 1
        with working_precision(96):
            assert not looks_false(new["goal"], rng), new
    return passed


def test_mutated_proofs_are_rejected_or_true() -> None:
    assert fuzz(1, 300) > 5
    assert fuzz(2, 150, basic=False) > 2


@pytest.mark.parametrize("seed", sampled(range(4), 4))
def test_many_mutated_proofs_are_rejected_or_true(seed: int) -> None:
    assert fuzz(100 + seed, 4000) > 50
    assert fuzz(200 + seed, 2000, basic=False) > 20


LOG = ["log", ["x"]]
LESS = ["mul", "-1", LOG]


@pytest.mark.parametrize(
    "term",
    [
        ["add", LOG, LESS, LESS],
        ["add", ["add", LOG, LESS], LESS],
        ["add", ["mul", "2", LOG], ["mul", "-3", LOG]],
    ],
)
def test_what_has_no_value_at_an_end_does_not_vanish_by_collecting(term: Any) -> None:
    """-log x is infinite at 0, and 2 log x - log x has no value there, however it is read."""
    goal = {**SIMPLE, "term": term}
    inside = {"by": "span"}
    there = {"by": "ends", "on": "x", "inside": inside, "low": {"by": "infinite"}, "high": inside}
    recheck({**goal, "term": LESS}, there)
    by_kernel({**goal, "term": LESS}, there)
    for check in (recheck, by_kernel):
        with pytest.raises(ValueError, match="log 0"):
            check(goal, there)


def test_a_factor_whose_root_is_taken_leaves_other_roots() -> None:
    x, half = ["x"], "1/2"
    split = ["mul", ["pow", half, x], ["pow", half, ["add", "2", ["pow", "-1", x]]]]
    whole = ["pow", half, ["add", "1", ["mul", "2", x]]]
    goal = {**SIMPLE, "region": [["x", "0", None, True, True]]}
    equal = {"by": "given", "assumption": 0}
    recheck({**goal, "term": whole, "given": [[split, False]]}, equal)
    # also inside of a logarithm, whose own argument is known to be positive
    one = ["mul", ["pow", half, x], ["pow", half, ["pow", "-1", x]]]
    both = ["add", one, ["log", ["add", "2", one]]]
    recheck({**goal, "term": ["add", "1", ["log", "3"]], "given": [[both, False]]}, equal)
    with pytest.raises(ValueError, match="not seen to be equal"):
        recheck({**goal, "term": ["add", "1", ["log", "2"]], "given": [[both, False]]}, equal)
    # x^-1 alone does not say that x > 0, and a branch that does not count says nothing
    no_root = ["mul", ["pow", "-1", x], ["pow", half, ["add", ["pow", "2", x], ["pow", "3", x]]]]
    other = ["pow", half, ["add", "1", x]]
    never = ["if", "1", "0", ["pow", half, x]]
    everywhere = [["x", "-1/2", None, True, True]]
    for wrong in (no_root, ["add", no_root, never]):
        with pytest.raises(ValueError, match="not seen to be equal"):
            recheck({**goal, "region": everywhere, "term": other, "given": [[wrong, False]]}, equal)
