"""Two algorithms that cache a noise: private as machines, not as kernels (`zcdp.kernelgap`).

A noise that is drawn once and then used for many choices costs rho as a machine, however many
choices follow: they are post-processing. A kernel draws each choice afresh from its conditional
law given the past, and is charged for every one of them along the worst prefix. Concentrated
Differential Privacy for Bandits, Definition 4, Theorems 1 and 3, Algorithms 3 and 4.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil, floor
from statistics import NormalDist
from flint import arb, ctx
from banditproof.theory.accounting.order_supremum import Supremum, supremum_over_orders
from banditproof.theory.balls import ball, enclose, lower, upper
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact_count, exact_positive
from banditproof.verify.exact_laws.enumeration import Actions


def threshold_losses(rho: Number, bits: int, digits: int = 15) -> tuple[Enclosure, ...]:
    """KL of each bit 1{Z < c_k} given that all earlier bits were true, along c_1 > c_2 > ...

    Z = shift + N(0, 1) with shift 0 in one world and sqrt(2 rho) in the other, so Z itself is
    rho-zCDP and all bits together cost at most rho as a machine. The thresholds are rationals next
    to Phi^-1(2^-k) + sqrt(rho / 2). Their sum is what the kernel reading charges; it passes rho
    after a few bits. This is AdaC-OFUL in one dimension, after its first release.

    >>> print(sum(float(loss) for loss in threshold_losses(1, 4)) > 1)
    True
    """
    loss = exact_positive("rho", rho)
    number = exact_count("bits", bits, 1)
    middle = float(loss / 2) ** 0.5
    cuts = [
        Fraction(NormalDist().inv_cdf(0.5**k) + middle).limit_denominator(1000)
        for k in range(1, number + 1)
    ]

    def below(cut: Fraction, shift: arb) -> arb:
        return ((shift - ball(cut)) / arb(2).sqrt()).erfc() / 2

    def charge(k: int) -> arb:
        laws = []
        for shift in (arb(0), arb(2 * ball(loss)).sqrt()):
            before = below(cuts[k - 1], shift) if k else arb(1)
            laws.append(below(cuts[k], shift) / before)
        p, q = laws
        return p * (p / q).log() + (1 - p) * ((1 - p) / (1 - q)).log()

    return tuple(enclose(lambda k=k: charge(k), digits) for k in range(number))  # type: ignore[misc]


Belief = dict[tuple[int, ...], arb]
"""The mass of each tuple of released sums, one for each arm."""


@dataclass(frozen=True)
class CachedUCB:
    """AdaC-UCB with one discretised noise per release, kept until the arm's next release.

    Each arm is played once, then in episodes that double its plays. At the end of an episode of n
    plays the arm's sum plus z is released, Pr[z] proportional to e^(-rho z^2) for |z| <= reach;
    the index of an arm is released / n + sqrt((1/(2n) + 1/(rho n^2)) beta log t). Ties go to the
    first arm. Rewards are in {0, 1}. Concentrated Differential Privacy for Bandits, Algorithm 4.
    The noise is cut off, so a release by itself has no finite rho; only choices are compared here.
    """

    rho: Fraction
    beta: Fraction
    horizon: int
    arms: int = 2
    reach: int = 9

    def noise(self) -> dict[int, arb]:
        """The law of one noise."""
        weights = {z: (-ball(self.rho) * z * z).exp() for z in range(-self.reach, self.reach + 1)}
        total = sum(weights.values(), arb(0))
        return {z: weight / total for z, weight in weights.items()}

    def _leads(self, sizes: Sequence[int], t: int) -> Callable[[int, int], tuple[int, int, int]]:
        """How much larger the mean of an arm must be than the best one's at round t.

        In whole numbers, as means are compared times both sizes: what must be exceeded, and the
        first and the last number that are too close to tell.
        """

        @cache
        def lead(arm: int, best: int) -> tuple[int, int, int]:
            if sizes[arm] == sizes[best]:
                return 0, 1, 0
            gap = (self._bonus(sizes[best], t) - self._bonus(sizes[arm], t)) * (
                sizes[arm] * sizes[best]
            )
            low, high = lower(gap), upper(gap)
            return floor(low), ceil(low), floor(high)

        return lead

    def _bonus(self, n: int, t: int) -> arb:
        rate = ball(Fraction(1, 2 * n) + 1 / (self.rho * n * n))
        return (rate * ball(self.beta) * arb(t).log()).sqrt()

    def _released(self, belief: Belief, arm: int, batch: int) -> Belief:
        """The belief after a release of an arm with a fresh noise."""
        noise = self.noise()
        others: Belief = {}  # what the arm released before is replaced, whatever it was
        for sums, mass in belief.items():
            rest = (*sums[:arm], *sums[arm + 1 :])
            others[rest] = others.get(rest, arb(0)) + mass
        return {
            (*rest[:arm], batch + z, *rest[arm:]): mass * chance
            for rest, mass in others.items()
            for z, chance in noise.items()
        }

    def _begun(self, rewards: Sequence[int]) -> tuple[Belief, tuple[int, ...]]:
        belief: Belief = {(0,) * self.arms: arb(1)}
        for arm in range(self.arms):
            belief = self._released(belief, arm, rewards[arm])
        return belief, (1,) * self.arms

    def _chosen(self, belief: Belief, sizes: Sequence[int], t: int) -> list[Belief]:
        """The belief split by the arm of the largest index at round t."""
        split: list[Belief] = [{} for _ in range(self.arms)]
        leads = self._leads(sizes, t)
        for sums, mass in belief.items():
            best = 0
            for arm in range(1, self.arms):
                low, first, last = leads(arm, best)
                gap = sums[arm] * sizes[best] - sums[best] * sizes[arm]
                if first <= gap <= last:
                    raise ArithmeticError(f"Two indices at round {t} are too close to tell apart.")
                best = arm if gap > low else best
            split[best][sums] = mass
        return split

    def _continued(
        self,
        belief: Belief,
        sizes: tuple[int, ...],
        plays: Sequence[int],
        arm: int,
        t: int,
        rewards: Sequence[int],
    ) -> tuple[Belief, tuple[int, ...], int]:
        """The belief after an episode of an arm from round t: (belief, sizes, next round)."""
        length = plays[arm]
        if t + length > self.horizon:  # cut off: nothing more is released
            return belief, sizes, self.horizon + 1
        batch = sum(rewards[t - 1 : t - 1 + length])
        after = self._released(belief, arm, batch)
        return after, (*sizes[:arm], length, *sizes[arm + 1 :]), t + length

    def conditional_laws(
        self, actions: Sequence[int], rewards: Sequence[int]
    ) -> dict[int, list[arb]]:
        """At each start of an episode the law of its arm, given the actions before it.

        This is the kernel reading along one prefix, with the actions as labels.
        """
        belief, sizes = self._begun(rewards)
        plays, t = [1] * self.arms, self.arms + 1
        laws: dict[int, list[arb]] = {}
        while t <= self.horizon:
            split = self._chosen(belief, sizes, t)
            masses = [sum(part.values(), arb(0)) for part in split]
            total = sum(masses, arb(0))
            laws[t] = [mass / total for mass in masses]
            arm = actions[t - 1]
            length = min(plays[arm], self.horizon - t + 1)
            if any(a != arm for a in actions[t - 1 : t - 1 + length]):
                raise ValueError(f"The actions leave arm {arm} inside its episode of round {t}.")
            belief, sizes, t = self._continued(split[arm], sizes, plays, arm, t, rewards)
            plays[arm] *= 2
        return laws

    def kernel_charge(
        self, actions: Sequence[int], left: Sequence[int], right: Sequence[int], digits: int = 12
    ) -> dict[int, Enclosure]:
        """KL of the conditional laws in the two worlds at each start of an episode."""

        def charge(t: int) -> arb:
            first = self.conditional_laws(actions, left)[t]
            second = self.conditional_laws(actions, right)[t]
            return sum((p * (p / q).log() for p, q in zip(first, second, strict=True)), arb(0))

        starts = self.conditional_laws(actions, left)
        different = [t for t in starts if self._differ(actions, left, right, t)]
        return {t: enclose(lambda t=t: charge(t), digits) for t in different}  # type: ignore[misc]

    def _differ(
        self, actions: Sequence[int], left: Sequence[int], right: Sequence[int], t: int
    ) -> bool:
        """Whether the laws at round t can differ: a changed reward in an arm's last episode."""
        last: dict[int, tuple[int, int]] = {arm: (arm + 1, arm + 1) for arm in range(self.arms)}
        plays, s = [1] * self.arms, self.arms + 1
        touched = self._touches(last, left, right)
        while s < t:
            arm = actions[s - 1]
            last[arm] = (s, s + plays[arm] - 1)
            s, plays[arm] = s + plays[arm], 2 * plays[arm]
            touched = touched or self._touches(last, left, right)
        return touched

    @staticmethod
    def _touches(
        last: dict[int, tuple[int, int]], left: Sequence[int], right: Sequence[int]
    ) -> bool:
        return any(sum(left[a - 1 : b]) != sum(right[a - 1 : b]) for a, b in last.values())

    def view_law(self, rewards: Sequence[int]) -> dict[Actions, arb]:
        """The joint law of the actions on a list of rewards: the machine reading."""
        results: dict[Actions, arb] = {}
        belief, sizes = self._begun(rewards)
        stack = [(tuple(range(self.arms)), belief, sizes, (1,) * self.arms)]
        while stack:
            actions, belief, sizes, plays = stack.pop()
            t = len(actions) + 1
            if t > self.horizon:
                results[actions] = sum(belief.values(), arb(0))
                continue
            for arm, part in enumerate(self._chosen(belief, sizes, t)):
                if not part:
                    continue
                length = min(plays[arm], self.horizon - t + 1)
                after, new_sizes, _ = self._continued(part, sizes, plays, arm, t, rewards)
                new_plays = (*plays[:arm], 2 * plays[arm], *plays[arm + 1 :])
                stack.append((actions + (arm,) * length, after, new_sizes, new_plays))
        return results

    def view_kl(self, left: Sequence[int], right: Sequence[int], digits: int = 9) -> Enclosure:
        """The Kullback-Leibler divergence of the whole view on one ordered pair of lists."""
        return enclose(_ViewCumulants(self, tuple(left), tuple(right)).slope_at_one, digits)

    def view_zcdp(self, left: Sequence[int], right: Sequence[int], digits: int = 9) -> Supremum:
        """sup over alpha of D_alpha / alpha of the whole view on one ordered pair of lists."""
        return supremum_over_orders(_ViewCumulants(self, tuple(left), tuple(right)), digits)


@dataclass(frozen=True)
class _ViewCumulants:
    """K(alpha) of the joint laws of one pair of lists."""

    policy: CachedUCB
    left: tuple[int, ...]
    right: tuple[int, ...]
    _known: dict[int, list[tuple[arb, arb]]] = field(default_factory=dict, compare=False)
    _logarithms: dict[int, list[tuple[arb, arb]]] = field(default_factory=dict, compare=False)

    def _pairs(self) -> list[tuple[arb, arb]]:
        """The masses of each sequence of actions in the two worlds, at the working precision."""
        if ctx.prec not in self._known:
            first, second = self.policy.view_law(self.left), self.policy.view_law(self.right)
            if first.keys() != second.keys():
                raise ArithmeticError("The two laws have different supports.")
            self._known[ctx.prec] = [(mass, second[actions]) for actions, mass in first.items()]
        return self._known[ctx.prec]

    def at(self, alpha: Fraction) -> arb:
        """log sum p^alpha q^(1-alpha)."""
        order = ball(alpha)
        if ctx.prec not in self._logarithms:  # every order asks for the same ones
            self._logarithms[ctx.prec] = [(p.log(), q.log()) for p, q in self._pairs()]
        logarithms = self._logarithms[ctx.prec]
        terms = ((order * p + (1 - order) * q).exp() for p, q in logarithms)
        return sum(terms, arb(0)).log()

    def slope_at_one(self) -> arb:
        """KL."""
        return sum((p * (p / q).log() for p, q in self._pairs()), arb(0))

    def largest_log_ratio(self) -> arb:
        """log of the largest ratio."""
        result = arb(0)
        for p, q in self._pairs():
            result = result.max((p / q).log())
        return result
