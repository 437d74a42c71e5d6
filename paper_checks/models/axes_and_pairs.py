"""Two families of actions on which the printed regret of AdaC-GOPE is too small, in balls.

On the axes the printed length has a private part of order d^(3/2), and on d^2/2 pairs of axes each
action of the design is played once at least, whatever the budget.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil
from flint import arb
from banditproof.paper_checks.models.concentrated_regret_bounds import Number, Order
from banditproof.paper_checks.models.elimination_lengths import printed_length, scalar_length
from banditproof.paper_checks.verdicts.vocabulary import Undecided, need
from banditproof.theory.balls import ball, upper
from banditproof.theory.designs import g_value

BITS = 192
Constants = tuple[Fraction, Fraction, Fraction]
"""A and B of the bound, and a multiple C of d (d + 1)."""
PRINTED = (Fraction(1), Fraction(1), Fraction(0))
LARGE = 10**16
"""The dimension of the witnesses; a larger one is worse."""
TENTH = Fraction(1, 10)
Private = Callable[[int, arb, arb], arb]
"""The private part over B d / sqrt(rho), from d, alpha and log T."""


def outside(d: int, level: arb, log: arb) -> arb:
    """sqrt(alpha) log T."""
    return level.sqrt() * log


def inside(d: int, level: arb, log: arb) -> arb:
    """sqrt(alpha log T)."""
    return (level * log).sqrt()


def with_dimension(d: int, level: arb, log: arb) -> arb:
    """sqrt(d + alpha) log T."""
    return (d + level).sqrt() * log


def cubed(d: int, level: arb, log: arb) -> arb:
    """alpha^(3/2), which at delta = 1/T is at least log(KT)^(3/2)."""
    return level * level.sqrt()


def first_phase(d: int, arms: int, delta: Fraction, rho: Fraction, scalar: bool) -> arb:
    """c_1 of AdaC-GOPE: the length with delta / (2 K)."""
    length = scalar_length if scalar else printed_length
    return length(d, (8 * arms / ball(delta)).log(), Fraction(1, 2), rho)


def bound(
    d: int,
    arms: int,
    plays: int,
    delta: Fraction,
    rho: Fraction,
    constants: Constants,
    private: Private = outside,
) -> arb:
    """A sqrt(d T alpha) + (B d / sqrt(rho)) sqrt(alpha) log T + C d (d + 1), or its variants."""
    first, second, third = (ball(constant) for constant in constants)
    time = arb(plays)
    level = (arms * time.log() / ball(delta)).log()
    paid = d / ball(rho).sqrt() * private(d, level, time.log())
    return first * (d * time * level).sqrt() + second * paid + third * d * (d + 1)


def on_axes(
    d: int,
    scalar: bool,
    constants: Constants = PRINTED,
    private: Private = outside,
    delta: Fraction = TENTH,
) -> arb:
    """Regret over the bound on the axes, at T = T_1 and rho = d^-3."""
    rho = Fraction(1, d**3)
    plays = d * ceil(upper(first_phase(d, d, delta, rho, scalar)) / d)
    return arb((d - 1) * plays // d) / bound(d, d, plays, delta, rho, constants, private)


def on_pairs(
    d: int, scalar: bool, constants: Constants = PRINTED, private: Private = outside
) -> arb:
    """The same on the pairs, at T = T_1 = N = d^2/2, rho = d^4 and delta = 1/T."""
    plays = d * d // 2
    delta, rho = Fraction(1, plays), Fraction(d**4)
    length = first_phase(d, plays + 1, delta, rho, scalar)
    need(length <= plays, "A pair is played more than once", d=d)
    return plays / bound(d, plays + 1, plays, delta, rho, constants, private)


@dataclass(frozen=True)
class Play:
    """A play of AdaC-GOPE for its first phase, at delta = 1/T, whose regret is not random."""

    name: str
    d: int
    arms: int
    plays: int
    rho: Fraction
    regret: Fraction

    def over(self, free: Order, private: Order, constants: Constants) -> arb:
        """The regret over a bound A free + B private + C d (d + 1)."""
        first, second, third = (ball(constant) for constant in constants)
        at: dict[str, arb | Number] = {
            "d": self.d,
            "K": self.arms,
            "T": self.plays,
            "rho": self.rho,
        }
        bound = first * free.at(**at) + second * private.at(**at)
        return ball(self.regret) / (bound + third * self.d * (self.d + 1))


def regret_on_axes(d: int, scalar: bool) -> Play:
    """The axes at rho = d^-3, T = T_1 and delta = 1/T: the first phase plays each of them."""
    rho, plays = Fraction(1, d**3), d
    for _ in range(100):
        length = first_phase(d, d, Fraction(1, plays), rho, scalar)
        longer = d * ceil(upper(length) / d)
        if longer == plays:
            name = f"the axes of R^d, d = {d}, rho = d^-3, delta = 1/T, T = T_1 = {plays}"
            return Play(name, d, d, plays, rho, Fraction((d - 1) * plays, d))
        plays = longer
    raise Undecided("The length of the first phase and delta = 1/T do not settle.")


def regret_on_pairs(d: int, scalar: bool) -> Play:
    """The pairs at rho = d^4, T = T_1 = N = d^2/2 and delta = 1/T: each pair is played once."""
    plays, rho = d * d // 2, Fraction(d**4)
    length = first_phase(d, plays + 1, Fraction(1, plays), rho, scalar)
    need(length <= plays, "A pair is played more than once", d=d)
    name = f"d^2/2 pairs in R^d, d = {d}, rho = d^4, delta = 1/T, T = T_1 = d^2/2"
    return Play(name, d, plays + 1, plays, rho, Fraction(plays))


def pairs(d: int) -> list[list[Fraction]]:
    """sqrt(2) times the pairs (e_j +- e_i) / sqrt(2), i < j, of a ring with d/2 neighbours each."""
    results = []
    for i, j in combinations(range(d), 2):
        if min(j - i, d - j + i) <= d // 4:
            for sign in (1, -1):
                results.append([Fraction((k == j) + sign * (k == i)) for k in range(d)])
    return results


def require_pairs(d: int) -> None:
    """The uniform design on the pairs is optimal for them and e_1, and their gaps sum to N."""
    rows = pairs(d)
    count = len(rows)
    need(count == d * d // 2 and 2 * count <= d * (d + 1), "There are other numbers of pairs", d=d)
    # 2 e_1 has the leverage 2 d, so that sqrt(2) e_1, on the scale of these rows, has d
    twice = [Fraction(2 * (k == 0)) for k in range(d)]
    value = g_value([*rows, twice], [*[Fraction(1, count)] * count, 0])
    need(value == 2 * d, "e_1 has another leverage", d=d, found=value)
    need(g_value(rows, [Fraction(1, count)] * count) == d, "The design is not optimal", d=d)
    need(sum(row[0] for row in rows) == 0, "The gaps have another sum", d=d)
