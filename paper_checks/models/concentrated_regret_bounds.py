r"""The printed regret bounds under concentrated and Renyi DP, and the orders of their terms.

`budget` is \(\rho\) under zCDP and \(\varepsilon/\alpha\) under Renyi DP, which change every bound
alike. The bounds are functions of exact numbers and return balls at the working precision.
"""

from __future__ import annotations
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball

Number = Fraction | int


@dataclass(frozen=True)
class TwoTerms:
    """A regret bound as a sum of what is paid without privacy and what is paid for it."""

    free: arb
    private: arb
    rest: arb
    """What the print adds to both."""

    @property
    def total(self) -> arb:
        """The whole bound."""
        return self.free + self.private + self.rest


def gap_dependent(
    gaps: Sequence[Number], horizon: Number, beta: Number, budget: Number
) -> TwoTerms:
    r"""The sum over gaps of 8 beta log T/gap + 8 sqrt(beta log T/rho) + 2 beta/(beta-3).

    Theorem 10 of the zCDP paper, Theorem 5 of the Renyi paper.

    >>> round(float(gap_dependent([Fraction(1, 2)], 1000, 4, 1).private.mid()), 3)
    42.052
    """
    log = ball(horizon).log()
    free = sum((ball(8 * beta) * log / ball(gap) for gap in gaps), arb(0))
    private = len(gaps) * 8 * (ball(Fraction(beta) / budget) * log).sqrt()
    return TwoTerms(free, private, len(gaps) * ball(Fraction(2 * beta) / (beta - 3)))


def gap_free(
    arms: int, horizon: Number, beta: Number, budget: Number, sum_of_gaps: Number
) -> TwoTerms:
    r"""4 sqrt(2 beta K T log T) + 8 K sqrt(beta log T/rho) + 3 beta/(beta-3) sum of gaps.

    The last line of the proof of Theorem 11 of the zCDP paper; Corollary 6 of the Renyi paper.

    >>> bound = gap_free(2, 1000, 4, 1, Fraction(1, 2))
    >>> round(float(bound.free.mid()), 3), round(float(bound.private.mid()), 3)
    (1329.807, 84.104)
    """
    log = ball(horizon).log()
    return TwoTerms(
        4 * (ball(2 * beta * arms * horizon) * log).sqrt(),
        8 * arms * (ball(Fraction(beta) / budget) * log).sqrt(),
        ball(Fraction(3 * beta) / (beta - 3) * sum_of_gaps),
    )


def phased_elimination(
    dimension: int,
    actions: int,
    horizon: Number,
    delta: Number,
    budget: Number,
    constants: tuple[Number, Number] = (1, 1),
    power: int = 1,
) -> TwoTerms:
    r"""A sqrt(d T L) + B d^power sqrt(L/rho) log T with L = log(K log(T)/delta).

    Theorem 4 of the zCDP paper with power 1, Theorem 8 of the Renyi paper with power 2.

    >>> round(float(phased_elimination(2, 5, 1000, Fraction(1, 10), 1).total.mid()), 3)
    141.517
    """
    log = ball(horizon).log()
    inner = (actions * log / ball(delta)).log()
    first, second = constants
    return TwoTerms(
        ball(first) * (dimension * ball(horizon) * inner).sqrt(),
        ball(second) * dimension**power * (inner / ball(budget)).sqrt() * log,
        arb(0),
    )


@dataclass(frozen=True)
class Order:
    """A product of powers of named quantities, such as K, d, T, rho, log T and log KT.

    >>> first = Order.of(K=1, log_T="1/2", rho="-1/2")
    >>> first / Order.of(K="1/2", rho="-1/2")
    Order(powers=(('K', Fraction(1, 2)), ('log_T', Fraction(1, 2))))
    """

    powers: tuple[tuple[str, Fraction], ...]

    @classmethod
    def of(cls, **powers: int | str) -> Order:
        """The order with the given exponents."""
        return cls._from({name: Fraction(power) for name, power in powers.items()})

    @classmethod
    def _from(cls, powers: dict[str, Fraction]) -> Order:
        return cls(tuple(sorted((name, power) for name, power in powers.items() if power)))

    def __truediv__(self, other: Order) -> Order:
        mine, theirs = dict(self.powers), dict(other.powers)
        return self._from(
            {n: mine.get(n, Fraction(0)) - theirs.get(n, Fraction(0)) for n in {*mine, *theirs}}
        )

    def __mul__(self, other: Order) -> Order:
        return self / (Order(()) / other)

    def power(self, name: str) -> Fraction:
        """The exponent of one quantity."""
        return dict(self.powers).get(name, Fraction(0))

    def at(self, **values: arb | Number) -> arb:
        """Its value, at numbers or balls; log_T and log_KT follow from T and K."""
        known = {n: v if isinstance(v, arb) else ball(v) for n, v in values.items()}
        if "T" in known:
            known.setdefault("log_T", known["T"].log())
            if "K" in known:
                known.setdefault("log_KT", (known["K"] * known["T"]).log())
        value = arb(1)
        for name, power in self.powers:
            value *= known[name] ** ball(power)
        return value


ARMS_FREE = Order.of(K="1/2", T="1/2", log_T="1/2")
ARMS_PRIVATE = Order.of(K=1, rho="-1/2", log_T="1/2")
"""The two terms of Theorem 11, and of Corollary 6 with rho = eps/alpha."""
LINEAR_FREE = Order.of(d="1/2", T="1/2", log_KT="1/2")
LINEAR_PRIVATE = Order.of(d=1, rho="-1/2", log_KT="3/2")
"""The two terms of Theorem 4 at delta = 1/T."""
LINEAR_RENYI_PRIVATE = Order.of(d=2, rho="-1/2", log_KT="3/2")
"""The private term of Theorem 8 of the Renyi paper, with rho = eps/alpha."""
CONTEXTUAL_FREE = Order.of(d=1, T="1/2", log_T=1)
CONTEXTUAL_PRIVATE = Order.of(d=2, rho="-1/2", log_T=2)
"""The two terms of Theorem 5, and of Theorem 10 of the Renyi paper with rho = eps/alpha."""
