"""The closed forms (31), (32) of d_eps: Lemma F.1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
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


LOW, HIGH = "y/(y+(1-y)*exp(eps))", "y/(y+(1-y)*exp(-eps))"
MINIMISER = Proof(
    "bern.derived.minimiser",
    where="y in (0,1), eps in [0,inf)",
    steps=(
        Inequality(
            1,
            r"Let $z^*$ be $\mu=x$, moved into the interval from "
            r"$f=\mu'/(\mu'+(1-\mu')e^\epsilon)$ "
            r"to $g=\mu'e^\epsilon/(\mu'e^\epsilon+1-\mu')$, $\mu'=y$. Its cost, $\mathrm{kl}"
            r"(z^*,\mu')+\epsilon|\mu-z^*|$, is at most that of every $z$: so it is the infimum.",
            "d_eps(x,y,eps) <= kl(z,y) + eps*abs(x-z)",
            where="x in [0,1], z in [0,1]",
        ),
        Inequality(2, r"$f\le\mu'$,", f"{LOW} <= y"),
        Inequality(3, r"and $\mu'\le g$.", f"y <= {HIGH}"),
        Inequality(
            4,
            r"So $z^*=\max(\mu,f)\in[\mu,\mu']$ if $\mu\le\mu'$,",
            f"min(max(x,{LOW}),{HIGH}) == max(x,{LOW})",
            where="x in [0,1], x <= y",
            uses=(2, 3),
        ),
        Inequality(
            5,
            r"and $f\le\mu$, so $z^*=\min(\mu,g)\in[\mu',\mu]$, if $\mu\ge\mu'$.",
            f"{LOW} <= x",
            where="x in [0,1], y <= x",
            weights={2: "1"},
        ),
        Given(
            6,
            r"Let $d=d_\epsilon(x,y)$,",
            "d == d_eps(x,y,eps)",
            where="x in [0,1], d in [0,inf)",
        ),
        Given(
            7,
            r"and let $z^*$ be the mean of least cost.",
            f"best == min(max(x,{LOW}),{HIGH})",
            where="x in [0,1], best in [0,1]",
        ),
        Inequality(
            8,
            r"If $x\le y$, then $d$ is the cost of $z^*\in[x,y]$,",
            "d == kl(best,y) + eps*(best-x)",
            where="x in [0,1], best in [0,1], d in [0,inf), x <= y",
            uses=(6, 7, 4),
        ),
        Inequality(
            9,
            r"and at most that of every $z$,",
            "d <= kl(z,y) + eps*abs(x-z)",
            where="x in [0,1], z in [0,1], d in [0,inf)",
            uses=(6,),
        ),
        Inequality(
            10,
            r"of which $z\ge x$ costs $\mathrm{kl}(z,y)+\epsilon(z-x)$.",
            "d <= kl(z,y) + eps*(z-x)",
            where="x in [0,1], z in [0,1], d in [0,inf), x <= z",
            weights={9: "1"},
            rest="eps*(z-x-abs(x-z))",
        ),
        Parts(
            11,
            r"(31) and (32) are the costs of $\mu$ and of $f$ or $g$, also for $\mu=0$ and "
            r"$\mu=1$.",
            uses=(1, 2, 3, 4, 5, 8, 9, 10),
        ),
    ),
)


@checks(
    "bern.derived.minimiser",
    mutants={
        "sharper: half of the price": {
            "proof": MINIMISER.changed(1, formula="d_eps(x,y,eps) <= kl(z,y) + eps/2*abs(x-z)")
        },
        "the other end": {"proof": MINIMISER.changed(2, formula=f"{HIGH} <= y")},
    },
)
def least_cost(proof: Proof = MINIMISER) -> Verdict:
    """The infimum for all means."""
    return proof.verdict(
        "The mean whose slope of kl is at most eps, nearest to x, has the least cost."
    )


CLOSED_FORM = Proof(
    "bern.lemF.1",
    (
        OnClaim(
            1,
            r"For means in $(0,1)$ the infimum is the cost of $z^*=\max(\mu,f)$ or "
            r"$z^*=\min(\mu,g)$: "
            r"(31) and (32) write it out for $z^*=\mu$ and for $z^*\ne\mu$.",
            claim="bern.derived.minimiser",
        ),
    ),
)


@checks(
    "bern.lemF.1",
    mutants={
        "(31) on both sides": {"form": lambda x, y, eps: printed_form(x, y, eps, (1, 1))},
        "kl only": {"form": lambda x, y, eps: certify(kl, x, y)},
        "a claim that is false": {"proof": CLOSED_FORM.changed(1, claim="bern.thm3.1")},
    },
)
def explicit_solution(form: Certified = printed_form, proof: Proof = CLOSED_FORM) -> Verdict:
    """The minimiser for all means; and the printed form meets a primal and a dual point."""
    points = [(x, y, eps) for x, y, eps in inner_points(250, seed=3) if x != y]
    for x, y, eps in points:
        value, printed = private(x, y, eps), form(x, y, eps)
        finding = "The printed form is not the infimum."
        require(0 in printed - value, finding, x=x, y=y, eps=eps, form=printed, infimum=value)
    return proof.verdict(
        "The mean whose slope of kl is at most eps, nearest to mu, has the least cost.",
        numbers={"points": len(points)},
        instances="Both branches and both orders of the means, against a primal and a dual point, "
        f"at {len(points)} points in balls.",
    )
