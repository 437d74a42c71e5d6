"""Claims about B.3, the proof of Theorem 4.18: (B.7) and (B.8)."""

from __future__ import annotations

import random
from fractions import Fraction

from flint import arb, fmpq, fmpq_mat

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import cited, require
from banditproof.theory import LinearBandit
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.linear_bounds.quotient import dot, exact_actions

from ..chapter_4_lower_bounds.section_4_3_regret.two_linear_instances import (
    costs_of_two_instances,
)
from .lemma_b_1_structure_constant import applied, direction, information, rho
from .proofs_of_step_3 import normal_distance

VAN = "B.3 proof of Theorem 4.18"
NORM = r"\|a-a^*\|^2_{\bar G_T^{-1}}"


@checks(
    "thesis.B.3.eqB7", mutants={"sharper: 49 % of the squared gap": {"half": Fraction(49, 100)}}
)
def bound_without_privacy(half: Fraction = Fraction(1, 2)) -> Verdict:
    """For two orthogonal arms it is the bound of Lai and Robbins, which UCB attains."""
    sides = Sides()
    for gap in (Fraction(1, 10), Fraction(1), Fraction(3)):
        # N_a ~ log T / KL with KL = gap^2 / 2 for unit variances, and N_{a*} ~ T
        least = 2 / gap**2
        bandit = LinearBandit(((1, 0), (0, 1)), (gap, Fraction(0)))
        v = direction(bandit, 1)
        log_t = Fraction(10**6)
        counts = (Fraction(10**30), least * log_t)
        norm = dot(v, applied(information(exact_actions(bandit), counts).inv(), v))
        most = half * gap**2 * (1 + Fraction(1, 10**9))
        sides.at_most(log_t * norm, most, "UCB has a larger norm.", gap=gap)
    return cited(
        "Cited from the book (for consistent policies and normal noise). For two orthogonal arms "
        "it says N_a >= 2 log T / gap^2, which is the bound of Lai and Robbins, and attained.",
        covered="Two orthogonal arms at three gaps.",
        not_covered="The theorem itself, which is not proved here.",
        sharpness=sides.sharpness,
    )


def _random_problem(source: random.Random) -> tuple[LinearBandit, int, list[Fraction], fmpq_mat]:
    """Three arms that span the plane, counts, and a positive definite matrix."""
    while True:
        actions = [[Fraction(source.randint(-5, 5)) for _ in range(2)] for _ in range(3)]
        bandit = LinearBandit(actions, [Fraction(source.randint(-5, 5)) for _ in range(2)])
        counts = [Fraction(source.randint(1, 50)) for _ in range(3)]
        spans = information(exact_actions(bandit), counts).det() != 0
        if spans and len(bandit.best_arms) == 1 and bandit.suboptimal_arms:
            x, y, z = (source.randint(1, 6), source.randint(-2, 2), source.randint(1, 6))
            form = fmpq_mat(2, 2, [fmpq(x + 3), fmpq(y), fmpq(y), fmpq(z + 3)])
            return bandit, bandit.suboptimal_arms[0], counts, form


B_8 = Proof(
    "thesis.B.3.eqB8",
    where="eps in (0,inf), T in (1,inf), L in (0,inf), gap in (0,inf), alpha in (0,inf), "
    "h in (0,inf), norm in (0,inf), gain in (-inf,inf), n in [0,inf), i in [0,1], j in [0,1], "
    "cost in [0,inf), cost2 in [0,inf), p in [0,1], q in [0,1], reg in [0,inf), reg2 in [0,inf), "
    "S in (0,inf), div in [0,inf), dist in [0,inf), mag in [0,inf), load in [0,inf), "
    "rho in [0,inf), tv in [0,1], normal in [0,inf), g in [0,inf)",
    steps=(
        Given(
            1,
            r"With $v=a-a^*$ and $h=\|v\|_H^2>0$: $\langle v,\theta'\rangle=\langle v,\theta\rangle"
            r"+\frac{\Delta_a+\alpha}h\langle v,Hv\rangle$.",
            "gain == -gap + (gap + alpha)/h*h",
        ),
        Identity(2, r"$\langle a-a^*,\theta'\rangle=\alpha$.", "gain == alpha", uses=(1,)),
        *costs_of_two_instances("alpha", "p", "q"),
        Given(13, r"Let $S=\mathrm{Reg}_T+\mathrm{Reg}'_T$.", "S >= reg + reg2"),
        Inequality(
            14,
            r"$S\ge\frac{T\alpha}4e^{-\mathrm{KL}}$.",
            "S >= T*alpha/4*exp(-div)",
            weights={13: "1", 10: "T*alpha/2", 11: "T*alpha/2", 12: "T*alpha/2"},
        ),
        *normal_distance(15),
        OnClaim(
            19,
            "Theorem 4.9.",
            "div <= eps*dist",
            claim="thesis.thm4.9",
            of_step=10,
        ),
        Textbook(
            20,
            r"The sum over the rounds, with the mean $M$ of $\sum_t|\langle A_t,\theta-\theta'"
            r"\rangle|$.",
            "dist <= T*0 + 1/2*mag",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 18},
            instance={"x": "dist", "n": "T", "c": "0", "b": "1/2", "z": "mag", "X": "tv", "Z": "g"},
            over=("tv", "g", "normal"),
        ),
        Inequality(
            21,
            r"$\mathrm{KL}\le\frac\varepsilon2M$.",
            "div <= eps/2*mag",
            weights={19: "1", 20: "eps"},
        ),
        Given(
            22,
            r"As $\theta'-\theta=\frac{\Delta_a+\alpha}hHv$: $M$ is a multiple of "
            r"$\sum_b\mathbb E[N_b]\,|\langle b,Hv\rangle|$.",
            "mag == (gap + alpha)/h*load",
        ),
        Given(
            23,
            r"$\rho_T(H)=\frac1h" + NORM + r"\sum_b\mathbb E[N_b]\,|\langle b,Hv\rangle|$, where "
            r"$\bar G_T$ is invertible.",
            "rho == norm/h*load",
        ),
        Identity(
            24,
            r"So $M=(\Delta_a+\alpha)\rho_T(H)/" + NORM + "$.",
            "mag == (gap + alpha)/norm*rho",
            uses=(22, 23),
        ),
        Given(25, r"Let $L=\log T$.", "T == exp(L)"),
        Inequality(
            26,
            r"The logarithm: $\log S\ge\log\frac\alpha4+L-\mathrm{KL}$.",
            "log(S) >= log(alpha/4) + L - div",
            uses=(14, 25),
            monotone=("log", "S", "exp(L)*alpha/4*exp(-div)"),
        ),
        Inequality(
            27,
            r"So $\frac\varepsilon{2L}(\Delta_a+\alpha)\rho_T(H)/" + NORM + r"\ge1-\frac1L\log"
            r"\frac{4S}\alpha$.",
            "eps*mag/(2*L) >= 1 - (log(S) - log(alpha/4))/L",
            weights={21: "1/L", 26: "1/L"},
        ),
        Parts(28, "All that is stated.", uses=(2, 14, 21, 24, 27)),
    ),
)


@checks(
    "thesis.B.3.eqB8",
    mutants={
        "sharper: 39/100 for 1/2": {"slope": Fraction(39, 100)},
        "alpha left out": {"extra": Fraction(0)},
        "half of a round": {"proof": B_8.changed(8, formula="i <= 1/(T*alpha)*cost")},
        "sharper: 43/100 for the quarter": {
            "proof": B_8.changed(14, formula="S >= 0.43*T*alpha*exp(-div)")
        },
        "half of Theorem 4.9": {"proof": B_8.changed(19, formula="div <= eps*dist/2")},
        "sharper: half of the divergence": {"proof": B_8.changed(21, formula="div <= eps/4*mag")},
    },
)
def divergence_and_regret(
    slope: Fraction = Fraction(1, 2),
    extra: Fraction = Fraction(1),
    proof: Proof = B_8,
) -> Verdict:
    """The steps; the identities exactly for random problems, TV in balls."""
    source, sides = random.Random(418), Sides()
    for _ in range(20):
        bandit, arm, counts, form = _random_problem(source)
        actions, v, alpha = exact_actions(bandit), direction(bandit, arm), Fraction(1, 7)
        gap = -dot(v, [Fraction(x) for x in bandit.theta])
        moved = applied(form, v)
        shift = [(gap + extra * alpha) / dot(v, moved) * x for x in moved]
        found = dot(v, [Fraction(x) + s for x, s in zip(bandit.theta, shift, strict=True)])
        require(found == alpha, "a is not better by alpha under theta'.", arms=actions, gain=found)
        total = sum(n * abs(dot(a, shift)) for n, a in zip(counts, actions, strict=True))
        inverse = applied(information(actions, counts).inv(), v)
        right = (gap + alpha) / dot(v, inverse) * rho(bandit, arm, counts, form)
        require(total == right, "The sum is not the one with rho_T(H).", left=total, right=right)
    with working_precision(128):
        for x in map(Fraction, ("1/1000", "1/10", "1", "4")):
            tv, most = (ball(x) / arb(8).sqrt()).erf(), ball(slope * x)
            sides.at_most(tv, most, "The total variation is larger.", difference=x)
    return proof.verdict(
        "Pinsker for normal laws, Theorem 4.9, the regret on {N_a* < T/2} (a gap of alpha at least "
        "in each other round) and on its complement (alpha in each round of a*), and the "
        "inequality of Bretagnolle and Huber; then divide by log T. The factor 1/2 could "
        "be 0.399. The second line of Step 3 lacks absolute values, its left side a prime.",
        instances="the identities exactly for 20 random problems in the plane.",
        sharpness=sides.sharpness,
    )
