"""Claims about Lemma 25: the regret of FTPL under noise, step by step, and its constants."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory import Enclosure
from banditproof.theory.adversarial.games import NoisyGame
from banditproof.theory.adversarial.learner_bounds import ftpl_lower, ftpl_printed, ftpl_proved
from banditproof.theory.adversarial.maximum_of_laplace import laplace_maximum
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .proof_of_the_lower_bound import LOWER
from .proof_of_the_sharp_bound import SHARP
from .proofs_of_resampling import BIAS, HARMONIC, MAXIMUM
from .proofs_of_the_printed_constants import PRINTED, RATE, SIGN, TOTAL, TUNED

STABLE = Proof(
    "adv.lem25.b",
    where="e in (0,inf), u in [0,inf), p in (0,1), o in (0,1)",
    parts=(1, 2),
    steps=(
        OnClaim(1, "Upwards.", "o <= exp(e*u)*p", claim="adv.lem25.sharp", of_step=20),
        OnClaim(2, "Downwards.", "p <= exp(e*u)*o", claim="adv.lem25.sharp", of_step=22),
        Parts(3, "Both.", uses=(1, 2)),
    ),
)
LINE = Proof(
    "adv.lem25.d",
    where="x in [0,1]",
    steps=(Inequality(1, r"$e^x\le1+2x$.", "exp(x) <= 1 + 2*x"),),
)
SQUARES = Proof(
    "adv.lem25.e",
    where="p in (0,1), w in [0,inf), l in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"$E[M_t^2|I_t]\le\frac2{p^2}$.",
            "w <= 2/p**2",
            claim="adv.alg4.square",
            of_step=7,
        ),
        Inequality(
            2,
            r"An arm adds $p\cdot p\,\tilde\ell^2E[M_t^2]\le2\tilde\ell^2$.",
            "p*p*l**2*w <= 2*l**2",
            weights={1: "p*p*l**2"},
        ),
    ),
)


@checks(
    "adv.lem25.bias",
    mutants={"sharper: 1/(3M)": {"proof": BIAS.changed(4, formula="p*exp(-m*k) <= 1/(3*m)")}},
)
def bias_of_an_arm(proof: Proof = BIAS) -> Verdict:
    """z e^-z is largest at 1."""
    return proof.verdict("(1-p)^M <= e^(-pM), and z e^-z <= 1/e.")


@checks(
    "adv.lem25.maximum",
    mutants={
        "sharper: 1.07": {"factor": Fraction(107, 100)},
        "a smaller start": {"proof": MAXIMUM.changed(4, first="1.0821*log(2) - 4/5")},
    },
)
def largest_laplace(factor: Fraction = Fraction(10821, 10**4), proof: Proof = MAXIMUM) -> Verdict:
    """The proof; exact values."""
    sides = Sides()
    with working_precision(80):
        for count in (2, 3, 10, 64, 24735):
            most = Enclosure.of(ball(factor) * ball(count).log())
            sides.at_most(laplace_maximum(count), most, "It is larger.", K=count)
    return proof.verdict(
        "Its steps are 1/(K+1) + 2^-K/(K(K+1)).",
        instances="The exact maximum for five K.",
        sharpness=sides.sharpness,
    )


@checks(
    "adv.lem25.sharp",
    mutants={
        "a perturbation of half the scale": {"proof": SHARP.changed(9, formula="F0 == -2*h/e")},
        "the first moment of the counter": {
            "proof": SHARP.changed(38, formula="p*p*v*t <= 1 + 2*b**2")
        },
        "sharper: half of e_K/eta": {"proof": SHARP.changed(10, formula="S <= C + h/(2*e)")},
    },
)
def sharp_regret(proof: Proof = SHARP) -> Verdict:
    """The proof; against the printed bound and the lower bound."""
    sides = Sides()
    for arms, rounds in ((16, 10**6), (2, 10**6), (50000, 5 * 10**14)):
        game = NoisyGame.of(arms, rounds, 0)
        low, high = game.value(ftpl_lower, 9), game.value(ftpl_proved, 9)
        sides.at_most(low, high, "The lower bound is above it.", K=arms, T=rounds)
    return proof.verdict(
        "The concave potential of the perturbed leader pays for the noise once, without a factor 2 "
        "and without absolute values; truncation lowers the second moment of the noise.",
        instances="The lower bound of adv.lem25.lower is below it in three games.",
        sharpness=sides.sharpness,
    )


@checks(
    "adv.lem25.lower",
    mutants={
        "a gain without the resampling": {"proof": LOWER.changed(23, formula="c == e")},
        "sharper: 2 e_K/eta": {"proof": LOWER.changed(41, formula="R >= 2*h/e")},
    },
)
def lower_regret(proof: Proof = LOWER) -> Verdict:
    """The proof; the value at K = 50000 and T = 5e14 over sqrt(KT)."""
    sides = Sides()
    game = NoisyGame.of(50000, 5 * 10**14, 0)

    def root(one: NoisyGame) -> arb:
        return one.size.sqrt() * ball(Fraction(107, 10))

    sides.at_most(game.value(root), game.value(ftpl_lower), "It is smaller.", K=50000, T=5 * 10**14)
    return proof.verdict(
        "The potential from below: all that FTPL loses on these losses is what it pays for its "
        "perturbations.",
        instances="At K = 50000 and T = 5e14 it is above 10.7 sqrt(KT).",
        sharpness=sides.sharpness,
    )


@checks(
    "adv.lem25.a",
    mutants={"sharper: 4 log K": {"proof": HARMONIC.changed(5, formula="2*h/e <= 4*log(n)/e")}},
)
def size_of_the_perturbations(proof: Proof = HARMONIC) -> Verdict:
    """Harmonic numbers against logarithms."""
    return proof.verdict("It is 2 H_K/eta exactly.")


@checks(
    "adv.lem25.b",
    mutants={"sharper: half": {"proof": STABLE.changed(1, formula="o <= exp(e*u/2)*p")}},
)
def stability(proof: Proof = STABLE) -> Verdict:
    """Laplace densities."""
    return proof.verdict("One centre of the Laplace densities moves by the estimate.")


def first_of_two(apart: Fraction) -> arb:
    """The probability of the arm whose estimate is smaller by `apart`, in units of 1/eta."""
    return 1 - (-ball(apart)).exp() * (2 + ball(apart)) / 4


@checks_both(
    "adv.lem25.c",
    subjects={"sign": (-1, 1)},
    printed_mutants={"a positive estimate": {"sign": 1}},
    mutants={
        "sharper: half": {"proof": SIGN.changed(3, formula="d*(p - o) <= u*p*(exp(e*u) - 1)/2")}
    },
)
def change_of_a_probability(sign: int, proof: Proof = SIGN) -> Verdict:
    """Two arms with equal estimates, eta = 1, and an estimate of -1 of arm 1."""
    with working_precision(80):
        left = -(ball(Fraction(1, 2)) - first_of_two(Fraction(1)))
        right = sign * (ball(1).exp() - 1) / 2
        require_or_repair(
            left <= right,
            "Noisy losses are negative now and then; the next lines use the square of the "
            "estimate.",
            K=2,
            eta=1,
            estimate=-1,
            left=left,
            right=right,
        )
    return proof.verdict("Both directions of the stability.")


@checks(
    "adv.lem25.d",
    mutants={"sharper: 1.7": {"proof": LINE.changed(1, formula="exp(x) <= 1 + 1.7*x")}},
)
def below_a_line(proof: Proof = LINE) -> Verdict:
    """One inequality."""
    return proof.verdict("It is true up to 1.2564.")


@checks_both(
    "adv.lem25.rate",
    subjects={"arms": (1000, 1)},
    printed_mutants={"few arms": {"arms": 2}},
    mutants={"sharper: 3 for 4": {"proof": RATE.changed(3, formula="e*m*(1 + 3*b*L) <= 1")}},
)
def rate_for_small_estimates(arms: int, proof: Proof = RATE) -> Verdict:
    """The largest eta |l| on the complement of E for T = 1000 and lambda = 1."""
    horizon = 1000
    with working_precision(80):
        size = 1 + arb(10).sqrt() * ball(arms * horizon).log()
        largest = size / (1 + 4 * ball(horizon).log())
        require_or_repair(
            largest <= 1,
            "The noise is bounded by a multiple of log(KT), not of log T; in one display it is "
            "even "
            "eta log T. The conclusion survives it (adv.lem25.tuned keeps the printed rate).",
            K=arms,
            T=horizon,
            scale=1,
            eta_times_estimate=largest,
        )
    return proof.verdict("sqrt(10) < 4.")


@checks(
    "adv.lem25.e",
    mutants={"sharper: 1": {"proof": SQUARES.changed(2, formula="p*p*l**2*w <= l**2")}},
)
def second_moment_of_estimates(proof: Proof = SQUARES) -> Verdict:
    """Arm by arm."""
    return proof.verdict("Each arm is played with its probability.")


@checks(
    "adv.lem25.f",
    mutants={"sharper: half": {"proof": BIAS.changed(5, formula="l*p*exp(-m*k) <= exp(-1)/m/2")}},
)
def bias_of_the_estimates(proof: Proof = BIAS) -> Verdict:
    """The two claims."""
    return proof.verdict("The mean of an estimate is the loss times 1 - (1 - P)^M.")


@checks(
    "adv.lem25.g",
    mutants={
        "sharper: log K/eta": {
            "proof": TOTAL.changed(
                6,
                formula="reg <= log(K)/e + 4*e*K*N*(1 + 10*b**2*L**2) + K*N*exp(-1)/m + 1",
            )
        },
    },
)
def sum_of_the_bounds(proof: Proof = TOTAL) -> Verdict:
    """From the sharp bound."""
    return proof.verdict("The sharp bound is below it.")


@checks(
    "adv.lem25.tuned",
    mutants={
        "a rate without logarithms": {"proof": TUNED.changed(22, formula="e <= 2/m")},
        "sharper: 5": {"proof": TUNED.changed(37, formula="reg <= 5*b*q*L*S + 0.87*S")},
    },
)
def printed_rate(proof: Proof = TUNED) -> Verdict:
    """The sharp bound at the printed rate; the formula in some games."""
    sides = Sides()
    for arms, rounds in ((2, 100), (10, 10**6), (1000, 10**6)):
        game = NoisyGame.of(arms, rounds, 1)
        left, right = game.value(ftpl_proved, 9), game.value(ftpl_printed, 9)
        sides.at_most(left, right, "The bound is above the print.", K=arms, T=rounds)
    return proof.verdict(
        "The printed rate has log T where the printed proof needs log(KT); the exponent is at most "
        "1.5812 even so.",
        instances="The formula against the print in three games.",
        sharpness=sides.sharpness,
    )


@checks_both(
    "adv.lem25.regret",
    subjects={"scale": (Fraction(0), Fraction(1))},
    mutants={
        "sharper: a quarter": {"share": Fraction(1, 4)},
        "sharper: without the second term": {
            "proof": PRINTED.changed(5, formula="reg <= 11*b*q*L*S")
        },
    },
    printed_mutants={"few arms": {"arms": 2}},
)
def regret_of_ftpl(
    scale: Fraction, arms: int = 50000, share: Fraction = Fraction(1), proof: Proof = PRINTED
) -> Verdict:
    """The lower bound against the print for small noise; the sharp bound for large noise."""
    game, sides = NoisyGame.of(arms, 5 * 10**14, scale), Sides()
    most = game.value(lambda one: ftpl_printed(one) * ball(share), 9)
    if scale < 1:
        low = game.value(ftpl_lower, 9)
        require_or_repair(
            low <= most,
            "Without noise the bound is 10 sqrt(KT), but on losses (0, 1, ..., 1) the regret of "
            "the repaired algorithm is at least (e_K - o(1)) sqrt(KT), and e_K grows like log K.",
            Grade.DERIVED,
            K=arms,
            T=5 * 10**14,
            scale=scale,
            regret_at_least=low,
            bound=most,
        )
    else:
        sides.at_most(game.value(ftpl_proved, 9), most, "It is above the print.", K=arms)
    return proof.verdict(
        "The sharp bound at the printed rate.",
        instances="K = 50000 and T = 5e14.",
        sharpness=sides.sharpness,
    )
