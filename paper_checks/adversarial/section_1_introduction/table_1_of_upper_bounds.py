"""Claims about Table 1, and about the improvement that the abstract promises."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import cited
from banditproof.theory.balls import ball, working_precision


def batched_row(id: str, theorem: str, letter: str) -> Proof:
    """208 sqrt(T K/eps) + 2/eps is at most 210 sqrt(T K/eps) for eps >= 1/T."""
    return Proof(
        id,
        where="K in [1,inf), T in [1,inf), eps in (0,1], reg in (-inf,inf)",
        steps=(
            OnClaim(
                1,
                rf"The bound of the corollary, with $K$ for {letter}.",
                "reg <= 208*sqrt(K)*sqrt(T)/sqrt(eps) + 2/eps",
                claim=theorem,
                of_step=18,
            ),
            Given(2, r"$\epsilon\ge1/T$.", "1/T <= eps"),
            Inequality(3, "In other words,", "1/eps <= T", weights={2: "T/eps"}),
            Inequality(
                4,
                "also for the roots.",
                "1/sqrt(eps) <= sqrt(T)",
                weights={3: "1/(sqrt(T) + 1/sqrt(eps))"},
            ),
            Inequality(
                5,
                "So the second term is no more than",
                "2/eps <= 2*sqrt(T)/sqrt(eps)",
                weights={4: "2/sqrt(eps)"},
            ),
            Inequality(
                6,
                "the first one.",
                "2*sqrt(T)/sqrt(eps) <= 2*sqrt(K)*sqrt(T)/sqrt(eps)",
                rest="2*sqrt(T)/sqrt(eps)*(sqrt(K) - 1)",
            ),
            Inequality(
                7,
                "The row.",
                "reg <= 210*sqrt(K)*sqrt(T)/sqrt(eps)",
                weights={1: "1", 5: "1", 6: "1"},
            ),
        ),
    )


BANDITS = batched_row("adv.table1.bandits", "adv.cor2", "$K$")
EXPERTS = batched_row("adv.table1.experts", "adv.cor8", "$N$")


@checks(
    "adv.table1.existing",
    mutants={"sharper: that of the introduction below itself": {"share": Fraction(1, 2)}},
)
def existing_row(share: Fraction = Fraction(1)) -> Verdict:
    """The quotation of the introduction is at most that of the table."""
    sides = Sides()
    with working_precision(64):
        for arms, horizon in ((2, 2), (2, 100), (100, 10**6)):
            quoted, listed = ball(arms).log(), ball(arms * horizon).log()
            sides.at_most(
                quoted,
                listed * share.numerator / share.denominator,
                "The introduction quotes more.",
                K=arms,
                T=horizon,
            )
    return cited(
        "The abstract and the table have log(KT), the introduction has log K; a bound with log K "
        "is "
        "one with log(KT), too.",
        covered="That the two quotations agree in this direction, at three sizes.",
        not_covered="The cited theorems.",
        sharpness=sides.sharpness,
    )


@checks(
    "adv.table1.bandits",
    mutants={
        "sharper: without K": {"proof": BANDITS.changed(7, formula="reg <= 210*sqrt(T)/sqrt(eps)")},
        "for all eps": {"proof": BANDITS.changed(2, formula="1/T <= 4*eps")},
    },
)
def bandits_row(proof: Proof = BANDITS) -> Verdict:
    """Corollary 2."""
    return proof.verdict("The term 1/eps of Corollary 2 is no larger for eps >= 1/T.")


@checks(
    "adv.table1.experts",
    mutants={
        "sharper: without N": {"proof": EXPERTS.changed(7, formula="reg <= 210*sqrt(T)/sqrt(eps)")},
    },
)
def experts_row(proof: Proof = EXPERTS) -> Verdict:
    """Corollary 8."""
    return proof.verdict("The term 1/eps of Corollary 8 is no larger for eps >= 1/T.")


LOCAL = Proof(
    "adv.table1.local",
    where="K in [1,inf), T in [1,inf), x in [0.69,inf), s in [0.83,inf), reg in (-inf,inf), "
    "all in (-inf,inf)",
    parts=(4,),
    steps=(
        OnClaim(
            1,
            r"Theorem 9 with $x=\log(KT)/\epsilon\ge\log2$ and $s=\sqrt{\log N}\ge\sqrt{\log2}$.",
            "reg <= 16*x*s*sqrt(K)*sqrt(T) + 1",
            claim="adv.thm9.regret",
            of_step=43,
        ),
        Inequality(2, "The last term is small:", "1 <= 2*x*s"),
        Inequality(3, "with the roots,", "1 <= sqrt(K)*sqrt(T)", rest="sqrt(K)*sqrt(T) - 1"),
        Inequality(
            4,
            "the row.",
            "reg <= 18*x*s*sqrt(K)*sqrt(T)",
            weights={1: "1", 2: "1", 3: "2*x*s"},
        ),
        Given(5, r"Where $\gamma$ would be at least 1,", "3*K*T*(1 + 10*x**2) <= (4*K*s*x)**2"),
        OnClaim(
            6,
            "the bound is more than $T$,",
            "T <= 16*x*s*sqrt(K)*sqrt(T)",
            claim="adv.thm9.regret",
            of_step=47,
            uses=(5,),
        ),
        Given(7, "and the regret is no more.", "all <= T"),
        Inequality(8, "So", "all <= 18*x*s*sqrt(K)*sqrt(T)", weights={6: "1", 7: "1"}),
        Parts(9, r"With and without room for $\gamma$.", uses=(4, 8)),
    ),
)


@checks(
    "adv.table1.local",
    mutants={
        "sharper: 16 for 18": {"proof": LOCAL.changed(4, formula="reg <= 16*x*s*sqrt(K)*sqrt(T)")},
    },
)
def local_row(proof: Proof = LOCAL) -> Verdict:
    """Theorem 9."""
    return proof.verdict("Theorem 9, whose last term 1 is no larger.")


BATCHED = Proof(
    "adv.table1.batched",
    where="a in (0,inf), c in [1,inf), k in [1,inf), l in [0.69,inf), L in [1,inf), m in (0,inf), "
    "reg in (-inf,inf), all in (-inf,inf)",
    parts=(7,),
    steps=(
        Given(1, r"Where $100A\le T$, $A=akc^2$, with $T=c^3$,", "100*a*k <= c"),
        OnClaim(
            2,
            "Theorem 10 as repaired.",
            "reg <= 95*a*k*c**2",
            claim="adv.thm10.regret.repaired",
            of_step=23,
            uses=(1,),
        ),
        Given(
            3,
            r"$a=m\,(\log(NT)\log N)^{1/3}$ with $m=(N\log\frac1\delta)^{1/6}\epsilon^{-1/3}$.",
            "a**3 <= m**3*L*l",
        ),
        Given(4, r"$\log N=l\le L=\log(NT)$.", "l <= L"),
        Inequality(
            5,
            r"$Ll\le L^3$, as $L\ge1$:",
            "a**3 <= m**3*L**3",
            weights={3: "1", 4: "m**3*L"},
            rest="m**3*L**2*(L - 1)",
        ),
        Inequality(6, "the roots.", "a <= m*L", weights={5: "1/(a**2 + a*m*L + m**2*L**2)"}),
        Inequality(
            7,
            r"So the first term of the row, $m\,kc^2L$ times a power of $\log\frac1\delta$, is "
            "enough.",
            "reg <= 95*m*L*k*c**2",
            weights={2: "1", 6: "95*k*c**2"},
        ),
        Given(8, "Elsewhere,", "c <= 100*a*k"),
        Given(9, "where the regret is at most $T$,", "all <= c**3"),
        OnClaim(
            10,
            "it is no more than",
            "all <= 100*a*k*c**2",
            claim="adv.thm10.regret.repaired",
            of_step=26,
            uses=(8, 9),
        ),
        Inequality(
            11, "the row with 100.", "all <= 100*m*L*k*c**2", weights={10: "1", 6: "100*k*c**2"}
        ),
        Parts(12, "Both cases.", uses=(7, 11)),
    ),
)


@checks(
    "adv.table1.batched",
    mutants={
        "sharper: without the logarithm": {
            "proof": BATCHED.changed(7, formula="reg <= 95*m*k*c**2")
        },
    },
)
def batched_row_of_the_table(proof: Proof = BATCHED) -> Verdict:
    """Theorem 10."""
    return proof.verdict(
        "The second term has lost a factor log N against Theorem 10; it is not needed "
        "(adv.thm10.second_term).",
    )
