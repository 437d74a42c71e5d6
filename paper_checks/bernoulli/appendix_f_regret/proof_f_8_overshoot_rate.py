"""Proof F.8, (45): the probability that the mean of a suboptimal arm is too high."""

import math
from fractions import Fraction
from typing import NamedTuple
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import misprinted, points
from banditproof.theory import Enclosure, certify, d_eps, kl
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.binomial_laplace import binomial_law, private_sum_upper_tail
from banditproof.theory.concentration.uniform_chernoff import uniform_log_constant
from banditproof.verify.evidence import Grade


class Overshoot(NamedTuple):
    """The event of (45) that the mean of a suboptimal arm is delta'/eps too high."""

    mean: Fraction
    mu_star: Fraction
    eps: Fraction
    excess: Fraction  # delta' / eps

    @property
    def level(self) -> Fraction:
        """mu_i + delta'/eps."""
        return self.mean + self.excess

    def rate(self, reference: Fraction) -> Enclosure:
        """d_eps(mu_i + delta'/eps, reference)."""
        return certify(d_eps, self.level, reference, self.eps, digits=12)

    def probability(self, n: int, noises: int) -> Enclosure:
        """Pr[mean of n rewards >= mu_i + delta'/eps], with the given number of noises."""
        tail = private_sum_upper_tail
        return certify(tail, n * self.level, n, self.mean, noises, self.eps, digits=12)

    def log_constant(self, a: Fraction, schedule: GeometricSchedule) -> Enclosure:
        """log A_a of Corollary D.5."""
        return certify(uniform_log_constant, a, self.mean, self.eps, schedule, digits=12)


WITNESS = Overshoot(Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(1, 100))


@checks("bern.F8.B.d6")
@mutant("rate of the arm's own mean", reference=WITNESS.mean)
def printed_overshoot_rate(reference: Fraction = WITNESS.mu_star) -> Verdict:
    """The probability decays at rate kl(mu_i + delta'/eps, mu_i) at most, so no A_a' repairs it.

    With k = ceil(n x): Pr[mean >= x] >= Pr[Bin >= k] / 2 >= e^{-n kl(k/n, mu_i)} / (2(n+1)).
    """
    n, a = 1000, Fraction(1, 100)
    exact, two = (WITNESS.probability(n, noises) for noises in (1, 2))
    printed, own = WITNESS.rate(reference), WITNESS.rate(WITNESS.mean)
    slowest = certify(kl, WITNESS.level, WITNESS.mean, digits=12)
    ten = WITNESS.probability(1023, 10)
    log_bound = WITNESS.log_constant(a, GeometricSchedule(2)) + 1023 * (a - printed)
    # method of types, checked exactly at n = 100 where n x is an integer
    law = binomial_law(100, WITNESS.mean)
    types = law[51] * 101 >= Fraction(1, 2) ** 100 / (
        Fraction(51, 100) ** 51 * Fraction(49, 100) ** 49
    )
    if types and printed > slowest and log_bound < -50 and ten > Fraction(1, 10):
        return misprinted(
            witness=(
                f"With two Laplace variables the probability is {float(two):.5f}. For n -> "
                f"infinity: Pr >= e^(-n kl(.51, .5)) / (2(n+1)) with kl = {float(slowest):.6f}, "
                f"below {float(printed):.6f} - a' for every a' < "
                f"{float(printed) - float(slowest):.4f}. With the explicit A_a' of "
                f"bern.corD.5.repaired, a' = .01, alpha = 2, n_9 = 1023: Pr = {float(ten):.4f} "
                f"against e^{float(log_bound):.1f}."
            ),
            mu_i=WITNESS.mean,
            mu_star=WITNESS.mu_star,
            eps=WITNESS.eps,
            **{
                "delta'": WITNESS.excess * WITNESS.eps,
                "n": n,
                f"Pr[mean >= {float(WITNESS.level)}]": f"{float(exact):.5f}",
                "printed rate gives": f"10^{-n * float(printed) / math.log(10):.1f}",
                "right rate gives": f"{math.exp(-n * float(own)):.4f}",
            },
            grade=Grade.OUTLINED,
        )
    return points()
