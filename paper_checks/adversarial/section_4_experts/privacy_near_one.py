"""A claim about batched EXP4: the joint release is private for delta up to 0.98."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

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
from banditproof.verify.adversarial.vector_privacy import vector_delta

ALONE = "each part draws by itself, given the data and the outputs before it"
RHO = "eps**2/(18*L)"
EXPONENT = f"{RHO} + 2*sqrt({RHO}*L)"
SMALLER, LARGER = "L >= 0.11", "L <= 0.6"


def in_the_mean(number: int, vector: int, where: str) -> Textbook:
    """From the vector of one batch to all actions and vectors."""
    return Textbook(
        number,
        "In the mean over what comes before this vector:",
        "p <= exp(eps)*q + d",
        fact="textbook.elementary-probability:mixture",
        hypotheses={"the relation for each part": vector},
        instance={"p": "p", "q": "q", "c": "exp(eps)", "d": "d", "A": "x", "B": "y"},
        over=("x", "y"),
        where=where,
        uses=(4,),
    )


WIDE = Proof(
    "adv.thm10.joint.wide",
    where="eps in (0,1], L in [0.02,inf), d in (0,1], N in [1,inf), p in [0,1], q in [0,1], "
    "k in (1,inf), m in [0,inf), u in [0,inf), "
    "x in [0,1], y in [0,1], v in [0,1], w in [0,1], a in [0,1], z in [0,inf), X in [0,inf), "
    "j in [0,inf)",
    parts=(13, 23),
    steps=(
        OnClaim(
            1,
            r"Given the actions of a batch and all earlier releases, one changed loss moves each "
            r"coordinate by at most $K/(\gamma\tau)$,",
            claim="adv.alg2",
        ),
        Given(2, r"$L=\log\frac1\delta$.", "d == exp(-L)"),
        Given(
            3,
            r"in units of the scale by $z\le\epsilon_0=\epsilon/(3\sqrt{NL})$.",
            "z <= eps/(3*sqrt(N*L))",
            uses=(1,),
        ),
        Given(
            4,
            r"All else has one law in both worlds: the actions of each batch are drawn from laws "
            r"that see earlier releases and public advice. $x$ and $y$ are the probabilities of "
            "an event given what comes before the one vector that depends on the changed loss.",
        ),
        OnClaim(
            5,
            r"A coordinate is $\epsilon_0$-DP,",
            "v <= exp(eps/(3*sqrt(N*L)))*w",
            claim="adv.def7",
            of_step=1,
            instance={"p": "v", "q": "w", "eps": "eps/(3*sqrt(N*L))"},
            uses=(3,),
        ),
        OnClaim(
            6,
            r"and so $\frac12\epsilon_0^2$-zCDP.",
            "m <= exp(k*(k-1)*(eps/(3*sqrt(N*L)))**2/2)",
            claim="thesis.prop2.6",
            of_step=9,
            instance={"e": "eps/(3*sqrt(N*L))"},
            uses=(5,),
        ),
        Identity(
            7,
            r"The constants of the $N$ coordinates have the sum $\rho$.",
            f"N*((eps/(3*sqrt(N*L)))**2/2) == {RHO}",
            uses=(6,),
        ),
        Textbook(
            8,
            r"The vector is $\rho$-zCDP,",
            f"u <= {RHO}*k",
            fact="textbook.composition:concentrated",
            hypotheses={"each part is r_i-zCDP": 7, ALONE: 4},
            instance={"v": "u", "r": RHO, "a": "k"},
        ),
        OnClaim(
            9,
            r"and so $(\rho+2\sqrt{\rho L},\delta)$-DP.",
            f"x <= exp({EXPONENT})*y + d",
            claim="thesis.prop2.6",
            of_step=21,
            instance={"rho": RHO, "p": "x", "q": "y"},
            uses=(2, 8),
        ),
        Inequality(
            10,
            r"For $\delta\le0.89$ this is at most $\epsilon$:",
            f"{EXPONENT} <= eps",
            where=SMALLER,
        ),
        Inequality(
            11,
            "also after exponentiation.",
            f"exp({EXPONENT}) <= exp(eps)",
            monotone=("exp", "eps", EXPONENT),
            weights={10: "1"},
            where=SMALLER,
        ),
        Inequality(
            12,
            r"The vector of the batch is $(\epsilon,\delta)$-indistinguishable on neighbours.",
            "x <= exp(eps)*y + d",
            weights={9: "1", 11: "y"},
            where=SMALLER,
        ),
        in_the_mean(13, 12, SMALLER),
        OnClaim(
            14,
            "The divergence of a coordinate,",
            "X <= z**2/2",
            claim="adv.def7.divergence",
            of_step=4,
            instance={"k": "X", "x": "z"},
        ),
        Inequality(
            15,
            "in other words,",
            "X <= eps**2/(18*N*L)",
            weights={14: "1", 3: "(z + eps/(3*sqrt(N*L)))/2"},
        ),
        Textbook(
            16,
            r"and that of the vector, whose coordinates have noise of their own.",
            "j <= N*(eps**2/(18*N*L))",
            fact="textbook.chain-rule:rounds",
            hypotheses={"each conditional divergence is <= c": 15},
            instance={"joint": "j", "n": "N", "c": "eps**2/(18*N*L)", "X": "X"},
            over=("X", "z"),
        ),
        Given(17, r"The event does not come with the probability $a$.", "a == 1 - x"),
        Textbook(
            18,
            "The inequality of Bretagnolle and Huber.",
            "a + y >= exp(-j)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "a", "q": "y", "k": "j"},
        ),
        Inequality(19, r"$\epsilon\le1$:", "j <= 1/(18*L)", weights={16: "1"}),
        Inequality(
            20,
            "The exponential.",
            "exp(-j) >= exp(-1/(18*L))",
            monotone=("exp", "-j", "-1/(18*L)"),
            weights={19: "1"},
        ),
        Inequality(
            21,
            r"For $0.55\le\delta\le0.98$:",
            "1 - exp(-1/(18*L))/2 <= exp(-L)",
            where=LARGER,
        ),
        Inequality(
            22,
            "So",
            "x <= exp(eps)*y + d",
            uses=(2, 17),
            weights={18: "1", 20: "1/2", 21: "1"},
            rest="(exp(eps) - 1)*y",
            where=LARGER,
        ),
        in_the_mean(23, 22, LARGER),
        Parts(24, r"All $\delta\le0.98$.", uses=(13, 23)),
    ),
)


@checks(
    "adv.thm10.joint.wide",
    mutants={
        "a tenth of the noise": {"factor": Fraction(1, 10)},
        "half of the noise by the steps": {
            "proof": WIDE.changed(3, formula="z <= 2*eps/(3*sqrt(N*L))")
        },
        "sharper: for delta = 0.985": {
            "proof": replace(WIDE, where=WIDE.where.replace("L in [0.02,inf)", "L in [0.015,inf)"))
        },
        "sharper: by 0.02 in delta": {
            "proof": WIDE.changed(21, formula="1 - exp(-1/(18*L))/2 <= exp(-L) - 0.02")
        },
        "sharper: half of eps": {"proof": WIDE.changed(22, formula="x <= exp(eps/2)*y + d/2")},
    },
)
def joint_privacy_near_one(factor: Fraction = Fraction(1), proof: Proof = WIDE) -> Verdict:
    """The proof; the certified accountant for N coordinates that all move by their sensitivity."""
    sides = Sides()
    for experts, delta in ((2, "0.98"), (20, "0.6"), (20, "0.98")):
        found = vector_delta(experts, 1, delta, 3 * factor)
        sides.at_most(found.hi, Fraction(delta), "The vectors tell more.", N=experts, delta=delta)
    return proof.verdict(
        "Lemma 15 stops at delta = 0.4: concentrated privacy, from which it follows, reaches 0.89, "
        "and from 0.55 to 0.98 the divergence of the vectors is small enough for the inequality of "
        "Bretagnolle and Huber. Above 0.999 the vectors are no longer private "
        "(adv.thm10.vectors).",
        instances="Three pairs of N and delta at eps = 1, by the certified accountant.",
        sharpness=sides.sharpness,
    )
