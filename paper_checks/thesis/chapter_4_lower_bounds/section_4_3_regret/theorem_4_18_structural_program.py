"""Claims about what is true in place of Theorem 4.18: the linear program and its norm form."""

import random
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.thesis.appendix_b_chapter_4.lemma_b_1_structure_constant import (
    two_arms,
)
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, require
from banditproof.theory import Enclosure, LinearBandit, structural_bound
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.linear_bounds import (
    StructuralBound,
    Structure,
    nonprivate_structural_bound,
    norm_form_structural_bound,
    printed_structural_bound,
    private_structural_bound,
)
from banditproof.theory.linear_bounds.private_program import private_program
from banditproof.theory.linear_bounds.quotient import dot, exact_actions
from .minimax_two_instances import need_tangent, normal_distance, tangent
from .structural_program_vertices import by_vertices, missed_vertices
from .theorem_4_18_structural import EPS, MEANS, RULE, Program


def small_bandits(count: int, seed: int) -> list[LinearBandit]:
    """Random bandits of 3 to 5 short actions in R^2 or R^3 with a unique best one."""
    source = random.Random(seed)
    results: list[LinearBandit] = []
    while len(results) < count:
        size = source.choice((2, 3))
        actions = [
            [Fraction(source.randint(-6, 6), 2) for _ in range(size)]
            for _ in range(source.randint(3, 5))
        ]
        bandit = LinearBandit(actions, [Fraction(source.randint(-6, 6), 2) for _ in range(size)])
        if len(bandit.best_arms) == 1 and Structure.of(bandit).arms:
            results.append(bandit)
    return results


def require_alternatives(bandit: LinearBandit) -> None:
    """The alternatives of the proof: theta' leaves a* alone and lets a win by b, exact."""
    structure, actions, b = Structure.of(bandit), exact_actions(bandit), Fraction(1, 7)
    star, theta = actions[structure.best_arm], tuple(Fraction(x) for x in bandit.theta)
    for arm, gap in zip(structure.arms, structure.gaps, strict=True):
        action = actions[arm]
        # the component of a orthogonal to a*, scaled so that <u, a> = 1
        length = dot(star, star)
        share = dot(action, star) / length if length else Fraction(0)
        rest = tuple(x - share * y for x, y in zip(action, star, strict=True))
        u = tuple(x / dot(rest, action) for x in rest)
        moved = tuple(x + (gap + b) * y for x, y in zip(theta, u, strict=True))
        means = dot(moved, star), dot(moved, action)
        wins = means == (dot(theta, star), dot(theta, star) + b)
        require(wins, "An alternative is not one.", bandit=bandit, arm=arm + 1, u=u)


def require_value(where: str, value: StructuralBound, reference: Fraction, words: str) -> None:
    """A narrow enclosure must contain the reference, up to its own rounding."""
    slack = reference / 10**9
    narrow = value.upper - value.lower <= slack
    contains = value.lower - slack <= reference <= value.upper + slack
    finding = "A reference value is missed."
    require(narrow and contains, finding, instance=where, value=value.enclosure, reference=words)


def require_instance(bandit: LinearBandit, private: Program, both: Program) -> None:
    """The programs on one bandit: two routes, every constraint, and the order of the values."""
    structure, eps = Structure.of(bandit), Fraction(1, 3)
    value, joint = private(bandit, eps), both(bandit, eps)
    free = nonprivate_structural_bound(bandit)
    second = by_vertices(structure) * float(root_two_pi() / eps)
    near = abs(value.value - second) <= 1e-9 * second
    require(near, "Not the value by vertices.", bandit=bandit, value=value.value, vertices=second)
    missed = missed_vertices(structure, private_program(structure)[2])
    require(not missed, "The allocation misses constraints.", bandit=bandit, constraints=missed)
    between = max(value.lower, free.lower) <= joint.upper <= value.upper + free.upper
    finding = "Both families together are less than one of them, or more than their sum."
    require(between, finding, bandit=bandit, both=joint.enclosure)
    require_alternatives(bandit)


def root_two_pi() -> Fraction:
    """sqrt(2 pi) to 60 bits."""
    with working_precision(128):
        return lower((2 * arb.pi()).sqrt())


def times(factor: str, program: Program) -> Program:
    """The program where the private unit is so many times as large."""
    return lambda bandit, eps: program(bandit, eps / Fraction(factor))


@checks("thesis.thm4.18.lp")
@mutant("the printed program", private=printed_structural_bound)
@mutant("sharper: one per cent more", private=times("101/100", private_structural_bound))
@mutant("twice the private unit", private=times("2", private_structural_bound))
@mutant("without the quadratic family", both=private_structural_bound)
@mutant("no private family", both=lambda bandit, eps: nonprivate_structural_bound(bandit))
def linear_program(
    private: Program = private_structural_bound,
    both: Program = structural_bound,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The program by two routes, its reference values, its invariance, and a policy above it."""
    need_tangent()
    root, sides = root_two_pi(), Sides()
    for parts in (1, 5, 100):
        value = private(two_arms(Fraction(1, parts)), EPS)
        require_value(f"two arms of gap 1/2, eta = 1/{parts}", value, 10 * root, "10 sqrt(2 pi)")
    unit = LinearBandit(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, "0.7", "0.2"))
    require_value("unit vectors of R^3", private(unit, EPS), 20 * root, "20 sqrt(2 pi)")
    # gaps 3/10 and 4/5, eps = 1/2, where 20/3 > 2 sqrt(2 pi) > 5/2
    joint, reference = both(unit, Fraction(1, 2)), Fraction(20, 3) + 2 * root
    require_value("unit vectors of R^3, both families", joint, reference, "20/3 + 2 sqrt(2 pi)")
    for x in (Fraction(1, 20), Fraction(1, 5)):
        value = private(LinearBandit(((1, 0), (0, 1), (1 - x, 2 * x)), (1, 0)), EPS)
        require_value(f"(1, 0), (0, 1), (1 - {x}, 2 {x})", value, 10 * root, "10 sqrt(2 pi)")
        require(value.allocation[1] == 0, "The second arm is played.", pulls=value.allocation)
    bandits = small_bandits(12, seed=23)
    for bandit in bandits:
        require_instance(bandit, private, both)
    with working_precision(128):
        for half in (ball(Fraction(k, 20)) for k in range(1, 61)):
            # TV(N(0,1), N(x,1)) <= x / sqrt(2 pi) at x = 2 half
            below_its_tangent = at_most(normal_distance(half), tangent() * half)
            require(below_its_tangent, "TV is above its tangent.", x=2 * half)
        policy = lower(RULE.coefficient(MEANS))
    for parts in (1, 100):
        value = both(two_arms(Fraction(1, parts), "1/4", "-1/4"), EPS)
        finding = "The number is above what a private policy reaches."
        sides.at_most(value.upper, policy, finding, eta=f"1/{parts}", value=value.enclosure)
    return proof.verdict(sharpness=sides.sharpness)


def without_range(bandit: LinearBandit, eps: Fraction) -> StructuralBound:
    """The norm form without its condition on the range: no pulls have M = 0, and all norms 0."""
    return StructuralBound(Enclosure(Fraction(0), Fraction(0)), (0.0,) * len(bandit.actions))


@checks("thesis.thm4.18.norm")
@mutant("the printed program", norm_form=printed_structural_bound)
@mutant("sharper: one per cent more", norm_form=times("101/100", norm_form_structural_bound))
@mutant("one per cent less", norm_form=times("100/101", norm_form_structural_bound))
@mutant("no arm has to be in the range", norm_form=without_range)
@mutant("a constant four times smaller", norm_form=times("4", norm_form_structural_bound))
def norm_form(norm_form: Program = norm_form_structural_bound, proof: Proof = WRITTEN) -> Verdict:
    """The norm form against the program with both families."""
    equal, sides = 0, Sides()
    bandits = [*(two_arms(Fraction(1, k)) for k in (1, 10, 100)), *small_bandits(9, seed=29)]
    for bandit in bandits:
        for eps in (Fraction(1, 20), Fraction(1)):
            value, joint = norm_form(bandit, eps), structural_bound(bandit, eps)
            attained = value.upper > joint.lower * Fraction(999999, 1000000)
            need(
                attained or bandit not in bandits[:3], "Less for two arms than the program", eps=eps
            )
            equal += attained
            finding = "The norm form is above the linear program, so it does not follow."
            case: dict[str, Any] = {"bandit": bandit, "eps": eps, "norm": value.value}
            sides.at_most(value.lower, joint.upper, finding, **case, program=joint.value)
    return proof.verdict(
        f"On {2 * len(bandits)} instances the norm form with the true constant is at most the "
        f"program with both families, and equal to it on {equal}; so two arms again cost "
        "sqrt(2 pi)/eps.",
        sharpness=sides.sharpness,
    )
