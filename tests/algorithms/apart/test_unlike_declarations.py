"""What is said of two declarations that differ: which number, and whether a float is all."""

from dataclasses import dataclass
from fractions import Fraction
import pytest
from banditproof.algorithms import DeclaredSums, NamedRelease, NamedReleases, NoisyMax
from banditproof.algorithms.apart.asked_plays import require_same
from banditproof.algorithms.apart.failures import PolicyFailed
from banditproof.algorithms.apart.plain_declaration import plain_declaration, rebuilt
from banditproof.algorithms.apart.unlike_declarations import (
    ALIKE,
    how_unlike,
    with_floats,
    with_texts,
)
from banditproof.algorithms.policy import Policy, Pull
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Laplace


@dataclass(frozen=True)
class Turns(Policy):
    """The arms in turn, with a declared curator."""

    curator: object
    arms: int = 2
    name = "turns"
    budget = PureDP(1)

    def start(self):
        return ()

    def decide(self, state, t, randomness):
        return Pull(t % self.arms, 1)

    def learn(self, state, pull, released):
        return state


def declared(curator, arms=2):
    return rebuilt(plain_declaration(Turns(curator, arms)))


def sums(scale, **more):
    return declared(DeclaredSums(Laplace(scale), **more))


@pytest.mark.parametrize("scales", [(0.1, "0.1"), ("0.1", 0.1), (Fraction(1, 10), 0.1)])
@pytest.mark.parametrize("by_digest", [True, False])
def test_a_float_and_a_text_are_said_to_be_all_that_differs(scales, by_digest):
    found, judged = map(sums, scales)
    assert found.digest != judged.digest
    with pytest.raises(PolicyFailed) as reason:
        require_same("mine", found, judged.digest if by_digest else judged)
    said = str(reason.value)
    assert ALIKE in said
    assert "curator.noise.scale is" in said
    assert "3602879701896397/36028797018963968 (the float 0.1)" in said
    assert "1/10" in said


def test_other_numbers_are_named_and_nothing_is_said_of_floats():
    said = how_unlike(sums("0.1").plain, sums("0.2").plain)
    assert said == "curator.noise.scale is 1/10, and 1/5 was judged"
    assert how_unlike(sums("0.1").plain, sums("0.2").digest) == ""
    many = how_unlike(sums(1, copies=2, memory=3, rate="0.5").plain, sums(2).plain)
    assert "so much for 3 of 4 differences" in many
    assert ALIKE not in many
    other = how_unlike(sums(1).plain, declared(NoisyMax(Laplace(1))).plain)
    assert other.startswith("curator is DeclaredSums(")


@pytest.mark.parametrize("value", [0.5, "0.5", 3, 1e30, 0.1 + 0.2, "1e-30", 1e-30, 2**60])
def test_texts_and_floats_of_a_number_have_one_form_each(value):
    plain = sums(value).plain
    assert with_floats(with_texts(plain)) == with_floats(plain)
    assert with_texts(with_floats(with_texts(plain))) == with_texts(plain)


def test_functions_and_names_are_no_numbers():
    one = declared(NamedReleases((NamedRelease("1e5", "1", Laplace(0.1)),))).plain
    assert with_texts(one)["curator"]["releases"][0]["name"] == "1e5"
    assert with_texts(declared(NoisyMax(Laplace(0.1), ("x", "1"))).plain)["curator"]["noise"] == {
        "law": "Laplace",
        "scale": "1/10",
    }


def test_a_name_cannot_be_taken_for_another_declaration():
    lying = "a', of=x, share=None), (name='b"
    one = declared(NamedReleases((NamedRelease(lying, "x", Laplace(1)),)))
    two = declared(
        NamedReleases((NamedRelease("a", "x", Laplace(9)), NamedRelease("b", "x", Laplace(1))))
    )
    assert repr(lying) in one.words
    assert one.words.count("(name='") == 1
    assert two.words.count("(name='") == 2
