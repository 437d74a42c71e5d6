"""Claims about the regret analysis of LinPriv: Appendix F-C and Remark 10."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb

from banditproof.paper_checks.models.design_updates import LINE, SEQUENCES, determinants
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import at_most, proved, require, require_or_repair
from banditproof.theory.balls import ball, working_precision


def growth(d: int, scale: Fraction, n: int) -> arb:
    """log(1 + n/(lambda d))."""
    return (1 + ball(n / (scale * d))).log()


def line_sum(n: int) -> arb:
    """The sum of |x_t|_{V^-1} = t^(-1/2), t = 1..n, on the line with lambda = 1: at least.

    2 (sqrt(n+1) - 1), by the integral of t^(-1/2).
    """
    return 2 * (ball(n + 1).sqrt() - 1)


@claim(
    "zcdp.linpriv.quoted",
    r"The quoted bound $\sum_{t\le n}\|x_t\|_{V_t^{-1}}\le2d\log(1+\frac n{\lambda d})$ is wrong.",
    recorded="holds",
    stated=True,
    title="the quoted sum",
    place="F-C",
    mutants={
        "squares": {"least": lambda n: growth(1, Fraction(1), n)},
        "n = 4": {"rounds": 4},
    },
)
def quoted_sum(rounds: int = 10**4, least: Callable[[int], arb] = line_sum) -> Verdict:
    """d = 1, x_t = 1, lambda = 1: V_{t-1} = t, and the sum of t^(-1/2) grows as 2 sqrt n.

    If V_t is meant with x_t in it, the first term 1 is replaced by a last one above 0.
    """
    with working_precision(96):
        left, right = least(rounds), 2 * growth(1, Fraction(1), rounds)
        least_sum = left - 1
        require(right < least_sum, "The quoted bound is not passed.", n=rounds, bound=right)
        total = sum((1 / ball(t).sqrt() for t in range(1, 101)), ball(0))
        require(2 * growth(1, Fraction(1), 100) < total, "At n = 100 it is not passed.")
        return proved(
            f"On a line the sum is at least {float(left):.2f}, and the bound {float(right):.2f}.",
            covered="One case, which refutes the quoted bound for V_t before and after round t: "
            "d = lambda = x_t = 1, n = 10^4.",
            universal=None,
            numbers={"n": rounds, "sum at least": left, "quoted bound": right},
        )


@pair(
    "zcdp.linpriv.sums",
    r"$\sum_{t\le n}\|x_t\|^2_{V_t^{-1}}\le2d\log(1+\frac n{\lambda d})$, and hence "
    r"$\sum_{t\le n}\|x_t\|_{V_t^{-1}}\le\sqrt{2nd\log(1+\frac n{\lambda d})}$.",
    r"The same for $\lambda\ge1$ and $\|x_t\|\le1$.",
    recorded="holds-with-repair",
    reading="V_t is the matrix before round t, as in the elliptical potential lemma",
    subjects={"scales": ((Fraction(1), Fraction(1, 10)), (Fraction(1), Fraction(3)))},
    stated=True,
    title="the rectified sums",
    kind="proof step",
    place="F-C",
    mutants={
        "sharper: 0.7 of the squares": {"factor": Fraction(7, 10)},
        "the last vector counted twice": {"repeat": 60},
    },
)
def rectified_sums(
    scales: tuple[Fraction, ...] = (Fraction(1), Fraction(3)),
    factor: Fraction = Fraction(1),
    repeat: int = 1,
    proof: Proof = written_proof("zcdp.linpriv.sums.repaired"),
) -> Verdict:
    """Exact squares for five sequences; lambda < 1 has terms above 1."""
    sides = Sides()
    with working_precision(96):
        for scale in scales:
            for rows in (LINE[:1], *SEQUENCES):
                d, n = len(rows[0]), len(rows)
                dets = determinants(rows, scale)
                squares = [b / a - 1 for a, b in pairwise(dets)]
                squares[-1] *= repeat
                bound = ball(factor) * 2 * d * growth(d, scale, n)
                case: dict[str, Any] = {"d": d, "lambda": scale, "n": n}
                total, roots = sum(squares), sum((ball(q).sqrt() for q in squares), ball(0))
                for left, right in ((ball(total), bound), (roots, (n * bound).sqrt())):
                    require_or_repair(
                        at_most(left, right),
                        "For lambda < 1 a term may be above 1; the sum needs the minimum with 1.",
                        sum=left,
                        bound=right,
                        **case,
                    )
                    sides.at_most(left, right, "The sum is larger.", **case)
    return proof.verdict(
        "Each term is at most 1, and the elliptical potential bounds their sum.",
        instances="Exact sums for five sequences and two values of lambda.",
        beyond="If V_t contains x_t, the terms are q/(1+q) <= log(1+q), and lambda may be any.",
        sharpness=sides.sharpness,
    )


@claim(
    "zcdp.linpriv.rate",
    r"With $T/K$ in place of $n$ a factor $\sqrt T$ appears in the private regret of LinPriv, "
    r"which "
    r"should be $\tilde O(d\sqrt T+\frac1\epsilon Kd\sqrt T)$; in its proof the correct sum was "
    r"used "
    "for the part without privacy, and misused for the private part (Remark 10).",
    recorded="not-mechanical",
    stated=True,
    title="the rate of LinPriv",
    place="F-C Remark 10",
)
def rate_of_linpriv() -> Verdict:
    """About the proof of another paper, of which only this sum is quoted."""
    return not_mechanical(
        "It is about the proof of another paper, whose noise and widths are not given here. The "
        "sum "
        "over K arms of sqrt(2 (T/K) d log) is sqrt(2 K T d log), which is below K d sqrt T up to "
        "logarithms: the rectified rate would be an upper bound that may be loose by sqrt(K d)."
    )


whole(
    "zcdp.linpriv",
    r"The bound $\sum_t\|x_t\|_{V_t^{-1}}\le2d\log(1+\frac n{\lambda d})$ in the analysis of "
    r"LinPriv "
    r"is wrong; $\sum_t\|x_t\|^2_{V_t^{-1}}\le2d\log(1+\frac n{\lambda d})$ is right and gives "
    r"$\sum_t\|x_t\|_{V_t^{-1}}\le\sqrt{2nd\log(1+\frac n{\lambda d})}$; so the regret should be "
    r"$\tilde O(d\sqrt T+\frac1\epsilon Kd\sqrt T)$.",
    ("zcdp.linpriv.quoted", "zcdp.linpriv.sums", "zcdp.linpriv.rate"),
    place="F-C",
)
