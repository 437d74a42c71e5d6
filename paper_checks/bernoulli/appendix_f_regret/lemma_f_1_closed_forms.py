"""The closed forms (31), (32) of d_eps: Lemma F.1."""

from collections.abc import Iterator
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bernoulli import kl_ball
from banditproof.theory.enclosure import ZERO
from .lemma_f_3_derivatives import Certified, private, rational_points


def inner_points(count: int, seed: int) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """The corners and random points (x, y, eps) with both means in (0, 1) and eps <= 30."""
    for x, y, eps in rational_points(count, seed):
        if 0 < x < 1 and 0 < y < 1 and eps <= 30:
            yield x, y, eps


def in_between(other: Fraction, eps: Fraction, sign: int = 1) -> arb:
    """f = mu' / (mu' + (1 - mu') e^{sign eps}), the minimiser where privacy costs something."""
    return ball(other) / (ball(other) + ball(1 - other) * ball(sign * eps).exp())


def second_line(mu: Fraction, other: Fraction, eps: Fraction, sign: int = 1) -> arb:
    """kl(f, mu') + eps |f - mu|, the second line of (31); with sign = -1 that of (32)."""
    f = in_between(other, eps, sign)
    separate = f * (f / ball(other)).log() + (1 - f) * ((1 - f) / ball(1 - other)).log()
    return separate + ball(sign * eps) * (f - ball(mu))


def printed_form(
    mu: Fraction, other: Fraction, eps: Fraction, signs: tuple[int, int] = (1, -1)
) -> Enclosure:
    """(31) for mu < mu' and (32) for mu > mu', in balls; `signs` are those of the two formulas."""
    if mu == other:
        return ZERO
    sign = signs[mu > other]

    def value() -> arb:
        free = sign * (ball(mu) - in_between(other, eps, sign)) >= 0
        return kl_ball(mu, other) if free else second_line(mu, other, eps, sign)

    return enclose(value, 25)


@checks("bern.lemF.1")
@mutant("(31) on both sides", form=lambda x, y, eps: printed_form(x, y, eps, (1, 1)))
@mutant("kl only", form=lambda x, y, eps: certify(kl, x, y))
def explicit_solution(form: Certified = printed_form, proof: Proof = WRITTEN) -> Verdict:
    """The minimiser for all means; and the printed form meets a primal and a dual point."""
    points = [(x, y, eps) for x, y, eps in inner_points(250, seed=3) if x != y]
    for x, y, eps in points:
        value, printed = private(x, y, eps), form(x, y, eps)
        finding = "The printed form is not the infimum."
        require(0 in printed - value, finding, x=x, y=y, eps=eps, form=printed, infimum=value)
    return proof.verdict(
        numbers={"points": len(points)},
        instances="Both branches and both orders of the means, against a primal and a dual point, "
        f"at {len(points)} points in balls.",
    )
