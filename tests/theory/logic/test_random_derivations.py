"""Random derivations say what is true in finite models, and random terms can be read in print."""

from functools import reduce
from itertools import islice
from random import Random
import pytest
from random_derivations import LETTERS, TWICE, Derivations, Model
from tiers import sampled
from banditproof.theory.logic.arithmetic import State
from banditproof.theory.logic.formulas import LAWS, binary, quantified
from banditproof.theory.logic.library import Library
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, arrow
from banditproof.theory.logic.terms import App, Const, Free, Term

LIBRARY = Library()
LIBRARY.theory.define("twice", TWICE)
LIBRARY.letters |= {"x": REAL, "y": REAL, "n": NAT, "m": NAT}
NUMBERS = {NAT: [Free("n", NAT), Free("m", NAT)], REAL: [Free("x", REAL), Free("y", REAL)]}
RULES = {"assume", "imp_intro", "all_intro", "instance", "convert"}
"""The rules of the kernel but for arithmetic, and for `use`, which the laws stand for."""
OPERATORS = {NAT: ("nadd", "nmul"), REAL: ("add", "sub", "mul", "div", "min", "max")}


def is_sound(seeds: range, each: int) -> set[str]:
    """The rules and laws by which theorems were made; each theorem is tried in four models."""
    rules = set()
    for seed in seeds:
        rng = Random(seed)
        for th in islice(Derivations(rng).theorems(), each):
            rules.add(th.rule)
            rules.update(used.data[0] for used in th.using if used.rule == "use")
            for _ in range(4):
                assert not Model(rng).violates(th), (seed, th.rule, shown(th.conclusion))
    return rules


def test_random_derivations_are_sound() -> None:
    assert is_sound(range(6), 250) == RULES | LAWS.keys()


@pytest.mark.parametrize("first", sampled(range(1000, 1400, 80), each=5))
def test_a_hundred_thousand_random_derivations_are_sound(first: int) -> None:
    assert is_sound(range(first, first + 80), 250) == RULES | LAWS.keys()


def test_a_false_theorem_is_violated() -> None:
    theory = Derivations(Random(0)).theory
    theory.axiom("wrong", quantified("forall", Free("A", PROP), Free("A", PROP)))
    assert Model(Random(0)).violates(theory.use("wrong"))


@pytest.mark.parametrize("seed", range(3))
def test_formulas_are_read_as_they_were_printed(seed: int) -> None:
    source = Derivations(Random(seed))
    for _ in range(60):
        term = reduce(lambda a, x: quantified("forall", x, a), LETTERS, source.formula(4))
        assert LIBRARY.formula(shown(term)) == term


def number(rng: Random, t: tuple[str, ...], depth: int) -> Term:
    """A random number; real ones may be made of whole ones, with no sign where these are meant."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([*NUMBERS[t], Const(str(rng.randrange(3)), t)])
    if t == REAL and rng.random() < 0.4:
        whole, exponent = number(rng, NAT, depth - 1), Const(str(rng.randrange(4)), NAT)
        power = Const("pow", arrow(REAL, NAT, REAL))
        return rng.choice(
            (
                App(Const("real", arrow(NAT, REAL)), whole),
                App(Const("neg", arrow(REAL, REAL)), number(rng, REAL, depth - 1)),
                binary(power, number(rng, REAL, depth - 1), exponent),
            )
        )
    parts = number(rng, t, depth - 1), number(rng, t, depth - 1)
    return binary(Const(rng.choice(OPERATORS[t]), arrow(t, t, t)), *parts)


@pytest.mark.parametrize("seed", range(3))
def test_numbers_are_read_as_they_were_printed(seed: int) -> None:
    rng, known = Random(seed), {x.name: x for row in NUMBERS.values() for x in row}
    for _ in range(100):
        term, state = number(rng, REAL, 4), State()
        text = shown(binary(Const("le", arrow(REAL, REAL, PROP)), term, NUMBERS[REAL][0]))
        back = LIBRARY.formula(text, known)
        assert isinstance(back, App)
        assert isinstance(back.head, App)
        assert state.real(back.head.arg) is state.real(term), text
