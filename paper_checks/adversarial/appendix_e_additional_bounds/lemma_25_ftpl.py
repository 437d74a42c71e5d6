"""Claims about Lemma 25: the regret of FTPL under noise, step by step, and its constants."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory import Enclosure
from banditproof.theory.adversarial.games import NoisyGame
from banditproof.theory.adversarial.learner_bounds import ftpl_lower, ftpl_printed, ftpl_proved
from banditproof.theory.adversarial.maximum_of_laplace import laplace_maximum
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

BIAS = written_proof("adv.lem25.bias")

REPAIRED = "Algorithm 4 with arg min, counter $M$ and an integer $M$"
STEPS = r"Proof of Lemma 25: "
E_K = r"$e_K$ the mean of the largest of $K$ independent $\mathrm{Lap}(1)$"


@claim(
    "adv.lem25.bias",
    r"$\ell p(1-p)^M\le\frac1{eM}$ for $p\in(0,1)$, $\ell\in[0,1]$ and $M\ge1$.",
    recorded="holds",
    kind="derived",
    title="the bias of geometric resampling",
)
def bias_of_an_arm(proof: Proof = BIAS) -> Verdict:
    """z e^-z is largest at 1."""
    return proof.verdict("(1-p)^M <= e^(-pM), and z e^-z <= 1/e.")


@claim(
    "adv.lem25.maximum",
    r"With " + E_K + r": $e_K\le1.0821\log K$ for $K\ge2$.",
    recorded="holds",
    kind="derived",
    title="the largest of K Laplace variables",
    mutants={"sharper: 1.07": {"factor": Fraction(107, 100)}},
)
def largest_laplace(
    factor: Fraction = Fraction(10821, 10**4), proof: Proof = written_proof("adv.lem25.maximum")
) -> Verdict:
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


@claim(
    "adv.lem25.sharp",
    REPAIRED
    + r", any $\eta>0$, $L=\log(KT)$, $x=\eta M(1+\sqrt{10}\lambda L)$, $c=\max(2,\frac{e^x-1}"
    r"x)$, with " + E_K + r": $\tilde R(T,K,\lambda)\le\frac{e_K}\eta+2c\eta KT(1+2\lambda^2)+"
    r"\frac{KT}{eM}+1$.",
    recorded="holds",
    title="the regret of repaired FTPL under noise",
)
def sharp_regret(proof: Proof = written_proof("adv.lem25.sharp")) -> Verdict:
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


@claim(
    "adv.lem25.lower",
    REPAIRED
    + r", $K\ge2$, $\lambda=0$, losses $(0,1,\ldots,1)$, $\eta M\le1$, with "
    + E_K
    + r": the "
    r"regret is at least $\frac1\eta\big(e_K-\frac{K-1}4w(3-\log w)\big)$, where $\frac "
    r"K{Mw}-\log w="
    r"\frac KM+(1-\frac1e)^2\eta T$.",
    recorded="holds",
    title="a lower bound for repaired FTPL",
)
def lower_regret(proof: Proof = written_proof("adv.lem25.lower")) -> Verdict:
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


@claim(
    "adv.lem25.a",
    STEPS + r"$2E\max_i|Z_i|\le\frac{6\log K}\eta$ for $Z\sim\mathrm{Lap}(\frac1\eta)^K$.",
    recorded="holds",
    stated=True,
    reading="K >= 2; for K = 1 the right side is 0",
    kind="proof step",
    title="the size of the perturbations",
)
def size_of_the_perturbations(proof: Proof = written_proof("adv.lem25.a")) -> Verdict:
    """Harmonic numbers against logarithms."""
    return proof.verdict("It is 2 H_K/eta exactly.")


@claim(
    "adv.lem25.b",
    STEPS + r"$e^{-\eta\|\hat\ell_t\|_1}\le\frac{P_{t+1}(i)}{P_t(i)}\le e^{\eta\|\hat\ell_t\|_1}$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    title="stability of the perturbed leader",
)
def stability(proof: Proof = written_proof("adv.lem25.b")) -> Verdict:
    """Laplace densities."""
    return proof.verdict("One centre of the Laplace densities moves by the estimate.")


def first_of_two(apart: Fraction) -> arb:
    """The probability of the arm whose estimate is smaller by `apart`, in units of 1/eta."""
    return 1 - (-ball(apart)).exp() * (2 + ball(apart)) / 4


@pair(
    "adv.lem25.c",
    STEPS
    + r"$\hat\ell_t(i)(P_t(i)-P_{t+1}(i))\le\hat\ell_t(i)P_t(i)(e^{\eta\|\hat\ell_t\|_1}-1)$.",
    STEPS
    + r"$\hat\ell_t(i)(P_t(i)-P_{t+1}(i))\le|\hat\ell_t(i)|P_t(i)(e^{\eta\|\hat\ell_t\|_1}-1)$.",
    recorded="misprint",
    subjects={"sign": (-1, 1)},
    stated=True,
    kind="proof step",
    title="the change of a probability",
    repaired_title="the change of a probability, with the size of the estimate",
    printed_mutants={"a positive estimate": {"sign": 1}},
)
def change_of_a_probability(
    sign: int, proof: Proof = written_proof("adv.lem25.c.repaired")
) -> Verdict:
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


@claim(
    "adv.lem25.d",
    STEPS + r"$e^x\le1+2x$ for $x\in[0,1]$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    title="an exponential below a line",
)
def below_a_line(proof: Proof = written_proof("adv.lem25.d")) -> Verdict:
    """One inequality."""
    return proof.verdict("It is true up to 1.2564.")


@pair(
    "adv.lem25.rate",
    STEPS
    + r"on $E^c$, $\eta\le\frac1{M(1+4\lambda\log T)}$ suffices for $\eta\|\hat\ell_t\|_1\le1$.",
    STEPS
    + r"on $E^c$, $\eta\le\frac1{M(1+4\lambda\log(KT))}$ suffices for $\eta\|\hat\ell_t\|_1\le1$.",
    recorded="holds-with-repair",
    subjects={"arms": (1000, 1)},
    stated=True,
    kind="proof step",
    title="the rate that keeps the estimates small",
    repaired_title="the rate that keeps the estimates small, with log(KT)",
    printed_mutants={"few arms": {"arms": 2}},
)
def rate_for_small_estimates(
    arms: int, proof: Proof = written_proof("adv.lem25.rate.repaired")
) -> Verdict:
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


@claim(
    "adv.lem25.e",
    STEPS + r"$E[\sum_iP_t(i)\hat\ell_t(i)^2]\le2\sum_i\tilde\ell_t(i)^2$.",
    recorded="holds",
    stated=True,
    kind="proof step",
    title="the second moment of the estimates",
)
def second_moment_of_estimates(proof: Proof = written_proof("adv.lem25.e")) -> Verdict:
    """Arm by arm."""
    return proof.verdict("Each arm is played with its probability.")


@claim(
    "adv.lem25.f",
    STEPS
    + r"$E[\hat\ell_t(i^\star)-\tilde\ell_t(i^\star)]\le0$ and $E[\sum_iP_t(i)(\tilde\ell_t(i)-"
    r"\hat\ell_t(i))]\le\frac K{eM}$.",
    recorded="holds",
    stated=True,
    reading="the mean over the arms with P_t, where the print has the arm that was played",
    rests_on=("adv.alg4.mean", "adv.lem25.bias"),
    kind="proof step",
    title="the bias of the estimates",
    mutants={"sharper: half": {"proof": BIAS.changed(5, formula="l*p*exp(-m*k) <= exp(-1)/m/2")}},
)
def bias_of_the_estimates(proof: Proof = BIAS) -> Verdict:
    """The two claims."""
    return proof.verdict("The mean of an estimate is the loss times 1 - (1 - P)^M.")


@claim(
    "adv.lem25.g",
    STEPS
    + r"$\tilde R\le\frac{6\log K}\eta+4\eta(KT+10KT\lambda^2\log^2(KT))+\frac{KT}{eM}+1$ for $\eta"
    r"\le\frac1{M(1+4\lambda\log(KT))}$.",
    recorded="holds",
    stated=True,
    reading="the repaired algorithm, and log(KT) in the rate",
    stated_proof=("adv.lem25.a", "adv.lem25.c", "adv.lem25.e", "adv.lem25.f"),
    kind="proof step",
    title="the sum of the bounds",
)
def sum_of_the_bounds(proof: Proof = written_proof("adv.lem25.g")) -> Verdict:
    """From the sharp bound."""
    return proof.verdict("The sharp bound is below it.")


@claim(
    "adv.lem25.tuned",
    REPAIRED
    + r", tuned as printed for $n\ge K\ge2$ rounds and a scale $\lambda\ge1$, with $\sqrt{Kn}\le "
    r"M\le\sqrt{Kn}+1$: for at most $n$ rounds and noise of scale at most $\lambda$ its regret is "
    r"at "
    r"most $(10.61\lambda\log K\log(Kn)+0.87)\sqrt{Kn}$.",
    recorded="holds",
    kind="derived",
    title="the printed rate of FTPL",
)
def printed_rate(proof: Proof = written_proof("adv.lem25.tuned")) -> Verdict:
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


@pair(
    "adv.lem25.regret",
    r"With $M=\sqrt{KT}$ and $\eta=\min\{\sqrt{\frac{\log "
    r"K}{KT+10KT\lambda^2\log^2(KT)}},\frac1{M(1+4"
    r"\lambda\log T)}\}$: $\tilde R(T,K,\lambda)\le11\lambda\sqrt{KT}\log K\log(KT)+10\sqrt{KT}$.",
    REPAIRED
    + r", $\sqrt{KT}\le M\le\sqrt{KT}+1$, this $\eta$, $K\ge2$ and $\lambda\ge1$: $\tilde R(T,K,"
    r"\lambda)\le11\lambda\sqrt{KT}\log K\log(KT)+10\sqrt{KT}$.",
    recorded="holds-with-repair",
    subjects={"scale": (Fraction(0), Fraction(1))},
    stated=True,
    reading="the algorithm as it is meant (adv.alg4); lambda = 0 stands for small lambda, as the "
    "regret for fixed K and T is continuous there",
    refutation_rests_on=("adv.lem25.lower",),
    stated_proof=("adv.lem25.g", "adv.lem20"),
    kind="lemma",
    title="the regret of FTPL under noise",
    repaired_title="the regret of FTPL under noise of scale at least 1",
    mutants={"sharper: a quarter": {"share": Fraction(1, 4)}},
    printed_mutants={"few arms": {"arms": 2}},
)
def regret_of_ftpl(
    scale: Fraction,
    arms: int = 50000,
    share: Fraction = Fraction(1),
    proof: Proof = written_proof("adv.lem25.regret.repaired"),
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


whole(
    "adv.lem25",
    r"Algorithm 4 with $M=\sqrt{KT}$ and $\eta=\min\{\sqrt{\frac{\log "
    r"K}{KT+10KT\lambda^2\log^2(KT)}},"
    r"\frac1{M(1+4\lambda\log T)}\}$ has $\tilde R(T,K,\lambda)\le11\lambda\sqrt{KT}\log "
    r"K\log(KT)+10"
    r"\sqrt{KT}$, with the steps of its proof.",
    parts=(
        "adv.lem25.regret",
        "adv.lem25.a",
        "adv.lem25.b",
        "adv.lem25.c",
        "adv.lem25.d",
        "adv.lem25.rate",
        "adv.lem25.e",
        "adv.lem25.f",
        "adv.lem25.g",
    ),
    kind="lemma",
)
