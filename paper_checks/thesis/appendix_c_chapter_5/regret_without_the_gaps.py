"""Claims about Theorem C.7 and Remark C.8: regret without the gaps under pure DP."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.pure_regret_bounds import PLAYS, Bound, against_plays, tail
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball

NUMBERS = r"rewards in $[0,1]$, $\beta>3$, $T\ge2$: "
READING = "$n=1$ after one pull; the noise of an episode is drawn once"


def printed(horizon: int, beta: Fraction) -> arb:
    """8 sqrt(2 beta T log T) + 3 beta/(beta-3), for two arms of gap 1 and a large eps."""
    log = ball(horizon).log()
    return 8 * (ball(2 * beta * horizon) * log).sqrt() + ball(3 * beta / (beta - 3))


def sharper(horizon: int, beta: Fraction) -> arb:
    """4 sqrt(beta T log T) + 3 beta/(beta-3)."""
    return 4 * (ball(beta * horizon) * ball(horizon).log()).sqrt() + tail(beta)


@claim(
    "thesis.thmC.7.sharper",
    f"AdaP-UCB, {NUMBERS}"
    + r"$\mathrm{Reg}_T\le2\sqrt{2\beta KT\log T}+\frac{16\beta k\log T}\varepsilon+"
    r"\frac{3\beta}{\beta-3}\sum_a\Delta_a$ for $k$ suboptimal arms.",
    recorded="holds",
    reading=READING,
    title="regret of AdaP-UCB without the gaps, with a smaller constant",
    mutants={"sharper: a hundredth": {"bound": lambda t, b: sharper(t, b) / 100}},
)
def smaller_constant(
    bound: Bound = sharper, proof: Proof = written_proof("thesis.thmC.7.sharper")
) -> Verdict:
    """Cauchy and Schwarz in place of a threshold for the gaps."""
    return proof.verdict(
        "From the pulls as a sum: Cauchy and Schwarz in place of a threshold for the gaps.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )


@claim(
    "thesis.thmC.7",
    f"AdaP-UCB, {NUMBERS}"
    + r"$\mathrm{Reg}_T\le\frac{3\beta}{\beta-3}\sum_a\Delta_a+8\sqrt{\beta KT\log T}+"
    r"\frac{16\beta K\log T}\varepsilon$.",
    recorded="holds",
    reading=READING,
    stated_proof=("thesis.thm5.3.C13",),
    title="regret of AdaP-UCB without the gaps",
    mutants={"sharper: a hundredth": {"bound": lambda t, b: printed(t, b) / 100}},
)
def without_the_gaps(
    bound: Bound = printed, proof: Proof = written_proof("thesis.thmC.7")
) -> Verdict:
    """The smaller constants are smaller term by term."""
    return proof.verdict(
        "The sharper bound is smaller term by term. The printed proof uses (C.13), of which the "
        "sum of thesis.thm5.3.C12.pulls is enough.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )


@claim(
    "thesis.remC.8",
    f"AdaP-KLUCB, coins, {NUMBERS}"
    + r"$\mathrm{Reg}_T\le2\sqrt{2\beta KT\log T}+\frac{8(1+\beta)\sqrt\beta}{\sqrt\beta-1}"
    r"\frac{k\log T}\varepsilon+\frac{3\beta}{\beta-3}\sum_a\Delta_a$ for $k$ suboptimal arms: the "
    "bound of Theorem C.7 up to constants.",
    recorded="holds",
    reading=READING + "; constants that depend on $\\beta$",
    stated_proof=("thesis.thm5.4.regret", "textbook.pinsker"),
    title="regret of AdaP-KLUCB without the gaps",
    mutants={"sharper: a hundredth": {"bound": lambda t, b: sharper(t, b) / 100}},
)
def of_the_kl_index(
    bound: Bound = sharper, proof: Proof = written_proof("thesis.remC.8")
) -> Verdict:
    """The same from the pulls of AdaP-KLUCB by Pinsker's inequality."""
    return proof.verdict(
        "The midpoint of the means in place of the point that Theorem 5.4 chooses gives pulls with "
        "constants of beta alone; the constants of Theorem 5.4 depend on the instance, so it does "
        "not follow from there.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )
