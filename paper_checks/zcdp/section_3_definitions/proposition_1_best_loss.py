"""Claims about the loss from View DP to Table DP: sharper than Proposition 1 (d), and for zCDP."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.neighbouring_laws import Laws, table_laws, view_laws
from banditproof.paper_checks.models.separating_policies import play_one
from banditproof.paper_checks.verdicts.vocabulary import below, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import renyi_constant, zcdp_constant
from banditproof.verify.definitions.notions import Notion
from ...models.policy_protocols import HALF, Kernel, Row, Seen, kernel_as_machine, library_policy


def tells_a_match(match: Fraction, other: Fraction) -> Kernel:
    """T = 2: a fair coin, then arm 1 with one probability if the reward names its arm, else q."""

    def kernel(seen: Seen) -> Row:
        return play_one(match if seen[0][0] == seen[0][1] else other) if seen else HALF

    return kernel


CATALOGUED = tells_a_match(Fraction(1, 2), Fraction(1, 10))


def both(kernel: Kernel) -> tuple[Laws, Laws]:
    """Its laws on all neighbouring lists and tables of 0 and 1."""
    machine = kernel_as_machine(kernel)
    return view_laws(machine, 2), table_laws(machine, 2)


@checks("zcdp.fix.prop1d.two_rounds")
@mutant(
    "the reward alone decides", kernel=lambda seen: CATALOGUED(((0, seen[0][1]),)) if seen else HALF
)
@mutant("sharper: from e^eps = 3/2 on", first=Fraction(3, 2))
@mutant("up to e^eps = 6", last=Fraction(6))
@mutant("one rho for both", rhos=("0.4394", "0.4394"))
def two_rounds(
    kernel: Kernel = CATALOGUED,
    first: Fraction = Fraction(9, 5),
    last: Fraction = Fraction(5),
    rhos: tuple[str, str] = ("0.4394", "0.5324"),
) -> Verdict:
    """delta is convex in e^eps, so three points show that it is linear on an interval."""
    ends = (first, (first + last) / 2, last)
    numbers: dict[str, object] = {}
    curves = [[laws.delta(factor) for factor in ends] for laws in both(kernel)]
    for name, curve in zip(("View", "Table"), curves, strict=True):
        straight = curve[0] + curve[2] == 2 * curve[1]
        require(straight, f"The {name} delta has a kink there.", exp_eps=ends, delta=curve)
    twice = all(2 * view == table for view, table in zip(*curves, strict=True))
    line = curves[1] == [Fraction(1, 2) - factor / 10 for factor in ends]
    require(twice and line, "The factor of the loss differs.", exp_eps=ends, deltas=curves)
    policy = library_policy(kernel, 2)
    for notion, shown in zip((Notion.VIEW, Notion.TABLE), rhos, strict=True):
        rho = zcdp_constant(policy, notion, 8)
        digits = Fraction(shown) <= rho.lo and rho.hi < Fraction(shown) + Fraction(1, 10**4)
        require(digits, "The smallest rho has other digits.", notion=notion.value, rho=rho)
        numbers[f"smallest rho, {notion.value}"] = rho
    with working_precision(64):
        factor = ball(Fraction(3, 5)).exp()
        table = ball(Fraction(1, 2)) - factor / 10
        for holds in (below(ball(first), factor), below(factor, ball(last))):
            require(holds, "eps = 0.6 lies outside.", exp_eps=factor)
        numbers["Table delta at eps = 0.6"] = str(table.str(10, radius=False))
        for holds in (
            below(ball(Fraction("0.3177")), table),
            below(table, ball(Fraction("0.3178"))),
        ):
            require(holds, "The delta at eps = 0.6 has other digits.", delta=table)
    return proved(numbers=numbers, universal=None)


Allowed = Callable[[Enclosure, Fraction, Enclosure], Enclosure]
"""The bound of D_alpha on tables from rho, alpha and log K, at T = 2."""


def one_logarithm(rho: Enclosure, order: Fraction, log_arms: Enclosure) -> Enclosure:
    """rho alpha + (T - 1) log K / (alpha - 1) at T = 2."""
    return rho * order + log_arms * (1 / (order - 1))


LOSSES = ((Fraction(1, 10), Fraction(6)), (Fraction(1, 10**6), Fraction(29, 20)))
"""The probability after a mismatch, and an order at which the bound is nearly attained."""


@checks("zcdp.fix.prop1d.renyi")
@mutant("sharper: no loss", allowed=lambda rho, order, log_arms: rho * order)
@mutant(
    "sharper: nine tenths of the logarithm",
    allowed=lambda rho, order, log_arms: one_logarithm(rho, order, log_arms * Fraction(9, 10)),
)
def concentrated_loss(allowed: Allowed = one_logarithm, proof: Proof = WRITTEN) -> Verdict:
    """The smallest rho on lists against the divergence on tables."""
    sides, log_arms = Sides(), Enclosure.of(ball(2).log())
    for other, order in LOSSES:
        policy = library_policy(tells_a_match(Fraction(1, 2), other), 2)
        rho = zcdp_constant(policy, Notion.VIEW, 8)
        result = renyi_constant(policy, Notion.TABLE, order)
        finding = "Tables have a larger divergence."
        sides.at_most(result, allowed(rho, order, log_arms), finding, q=other, alpha=order)
    return proof.verdict(sharpness=sides.sharpness)


@checks("zcdp.prop1.open.small")
@mutant("sharper: a weight that is too large", weight=lambda least: least * 3)
def small_deltas(
    weight: Callable[[Fraction], Fraction] = lambda least: least, proof: Proof = WRITTEN
) -> Verdict:
    """The leaking policy at T = 2 with small weights."""
    for level in (2, 4, 8):
        factor, delta = Fraction(11, 10), Fraction(1, 10**level)
        leak = weight(2 * delta)
        view, table = (laws.delta(factor) for laws in both(tells_a_match(leak, Fraction(0))))
        finding = "View and Table DP are not distinguished."
        require(view <= delta < table, finding, delta=delta, View=view, Table=table)
    return proof.verdict()
