"""Claims about composition: Lemmas 13 to 15."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.advanced_composition import composed_delta
from banditproof.paper_checks.models.finite_laws import Law, joint, largest_ratio
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.balls import ball, working_precision

BY_ITSELF = "each part draws by itself, given the data and the outputs before it"
SUM = Proof(
    "adv.lem13.repaired",
    where="v in [0,1], w in [0,1], s in [0,inf), c in [0,inf)",
    steps=(
        Given(1, "Each algorithm sees the data and the earlier outputs, and draws by itself."),
        Given(2, r"It is $(\epsilon_t,0)$-DP, for all earlier outputs."),
        Textbook(
            3,
            r"With $s=\sum_t\epsilon_t$, and the sum of the zeros:",
            "v <= exp(s)*w + 0",
            fact="textbook.composition:approximate",
            hypotheses={"each part is (e_i, d_i)-DP": 2, BY_ITSELF: 1},
            instance={"v": "v", "w": "w", "e": "s", "d": "0"},
        ),
        Inequality(4, r"Pure DP with the sum.", "v <= exp(s)*w", weights={3: "1"}),
    ),
)
Budgets = Sequence[Fraction]
"""The numbers e^eps_t."""


def _product(ratios: Budgets) -> Fraction:
    total = Fraction(1)
    for one in ratios:
        total *= one
    return total


def _first_times_number(ratios: Budgets) -> Fraction:
    """e^(eps T), if eps is that of the first algorithm."""
    return ratios[0] ** len(ratios)


@checks_both(
    "adv.lem13",
    subjects={"budget": (_first_times_number, _product)},
    printed_mutants={"the largest one": {"budget": lambda r: max(r) ** len(r)}},
    mutants={
        "sharper: the largest one alone": {"budget": max},
        "sharper: half of the sum": {"proof": SUM.changed(4, formula="v <= exp(s/2)*w")},
        "nobody says what a part sees": {
            "proof": SUM.changed(3, hypotheses={"each part is (e_i, d_i)-DP": 2}, uses=(1,))
        },
    },
)
def basic_composition(budget: Callable[[Budgets], Fraction], proof: Proof = SUM) -> Verdict:
    """Randomised responses to one bit, whose composition attains the sum."""
    for ratios in ((2, 3), (2, 2, 2), (Fraction(6, 5), 5, Fraction(3, 2))):
        exact = [Fraction(r) for r in ratios]
        laws: tuple[Law, Law] = (Fraction(1),), (Fraction(1),)
        for ratio in exact:
            laws = joint(laws[0], coin(ratio, 0)), joint(laws[1], coin(ratio, 1))
        found, allowed = largest_ratio(*laws), budget(exact)
        require_or_repair(
            found <= allowed,
            "The symbol eps is not among the hypotheses; the budgets are eps_t, and add up.",
            e_to_eps_t=exact,
            e_to_loss=found,
            e_to_budget=allowed,
        )
    return proof.verdict(
        "The budgets add up; Corollary 3.15 of the cited book has the sum.",
        instances="Three products of randomised responses, which attain the sum.",
    )


ADVANCED = Proof(
    "adv.lem15",
    where="S in (0,inf), L in [0,inf), d in (0,1], p in [0,1], q in [0,1], k in (1,inf), "
    "x in [0,inf), m in [0,inf), e in (0,inf)",
    parts=(5,),
    steps=(
        OnClaim(
            1,
            r"An $\epsilon_t$-DP algorithm with $\epsilon_t>0$ is $\frac12\epsilon_t^2$-zCDP (one "
            r"with $\epsilon_t=0$ is 0-zCDP).",
            "m <= exp(k*(k-1)*e**2/2)",
            claim="thesis.prop2.6",
            of_step=9,
        ),
        Given(
            2,
            "Each algorithm sees the data and the earlier outputs, and draws by itself.",
        ),
        Given(3, r"With $S=\sum_t\epsilon_t^2>0$ these constants add up to $S/2$.", uses=(1,)),
        Textbook(
            4,
            r"All outputs together are $S/2$-zCDP.",
            "x <= S/2*k",
            fact="textbook.composition:concentrated",
            hypotheses={"each part is r_i-zCDP": 3, BY_ITSELF: 2},
            instance={"v": "x", "r": "S/2", "a": "k"},
        ),
        OnClaim(
            5,
            r"So they are $(\frac S2+\sqrt{2S\log(1/\delta')},\delta')$-DP,",
            "p <= exp(S/2 + 2*sqrt(S/2*L))*q + d",
            claim="thesis.prop2.6",
            of_step=21,
            instance={"rho": "S/2"},
            uses=(4,),
        ),
        Inequality(
            6,
            "which is less than the print has.",
            "S/2 + 2*sqrt(S/2*L) <= 3*S/2 + sqrt(6*S*L)",
        ),
        Inequality(
            7,
            "A larger exponent allows more.",
            "exp(S/2 + 2*sqrt(S/2*L)) <= exp(3*S/2 + sqrt(6*S*L))",
            weights={6: "1"},
            monotone=("exp", "3*S/2 + sqrt(6*S*L)", "S/2 + 2*sqrt(S/2*L)"),
        ),
        Inequality(
            8,
            r"$(\epsilon',\delta')$-DP with the printed $\epsilon'$.",
            "p <= exp(3*S/2 + sqrt(6*S*L))*q + d",
            weights={5: "1", 7: "q"},
        ),
    ),
)
Advanced = Callable[[arb, arb], arb]
"""eps' as a function of the sum of squares and log(1/delta')."""


def printed(squares: arb, log: arb) -> arb:
    """3/2 S + sqrt(6 S log(1/delta'))."""
    return 3 * squares / 2 + (6 * squares * log).sqrt()


def concentrated(squares: arb, log: arb) -> arb:
    """S/2 + sqrt(2 S log(1/delta')), what zCDP gives."""
    return squares / 2 + (2 * squares * log).sqrt()


def too_small(squares: arb, log: arb) -> arb:
    """S/2 + sqrt(S log(1/delta')/2)."""
    return squares / 2 + (squares * log / 2).sqrt()


@checks(
    "adv.lem15",
    mutants={
        "sharper: S/2 + sqrt(S log(1/delta')/2)": {"bound": too_small},
        "sharper: a third by the steps": {
            "proof": ADVANCED.changed(6, formula="S/2 + 2*sqrt(S/2*L) <= S/2 + sqrt(S*L)")
        },
        "zCDP without the half": {"proof": ADVANCED.changed(1, formula="m <= exp(k*(k-1)*e**2/4)")},
    },
)
def advanced_composition(bound: Advanced = printed, proof: Proof = ADVANCED) -> Verdict:
    """Fifty randomised responses: the exact delta at eps'."""
    sides, kept = Sides(), 50
    with working_precision(200):
        ratio = Fraction(1105, 1000)
        eps = ball(ratio).log()
        for power in (2, 3, 6):
            delta = Fraction(1, 10**power)
            limit = bound(kept * eps * eps, -ball(delta).log())
            found = composed_delta(kept, ratio, Fraction(0), limit)
            sides.at_most(found, ball(delta), "The exact delta is larger.", delta=delta)
    return proof.verdict(
        "zCDP gives more: S/2 + sqrt(2 S log(1/delta')).",
        instances="Fifty randomised responses with e^eps = 1.105 at three values of delta', exact "
        "delta in balls.",
        sharpness=sides.sharpness,
    )
