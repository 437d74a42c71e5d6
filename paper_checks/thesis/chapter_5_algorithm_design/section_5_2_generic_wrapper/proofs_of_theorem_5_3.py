"""The proofs of Theorem 5.3, the regret of AdaP-UCB, step by step."""

from __future__ import annotations

from banditproof.paper_checks.models.adap_levels import (
    beginning,
    failing,
    levels_together,
    regret_of_arms,
)
from banditproof.paper_checks.proofs import Given, Identity, Inequality, Parts, Proof, Step

SIZES = (
    "b in (3,inf), eps in (0,inf), T in [2,inf), L in (0,inf), S in [0,inf), gap in (0,1], "
    "n in [1,inf), high in [0,1], fails in [0,1], down in [0,1], pulls in [0,inf), s in [0,inf), "
    "u in [2,inf), w in [0,inf), p in [1,8/5], q in [1,4/3]"
)
ENOUGH = "p*s + q*w <= gap"
"""The gap is at least the widths s and w and a deviation at delta = 1/T."""


def widths(first: int) -> tuple[Step, ...]:
    """The widths of the index of n rewards at round T, and the same with a deviation."""
    return (
        Given(
            first,
            r"The widths of the index are $s=\sqrt{\beta L/(2n)}$",
            "s == sqrt(b)*sqrt(L/(2*n))",
        ),
        Given(first + 1, r"and $w=\frac{\beta L}{\varepsilon n}$; let", "w == b*L/(eps*n)"),
        Given(first + 2, r"$p=1+1/\sqrt\beta$", "p == 1 + 1/sqrt(b)"),
        Given(first + 3, r"and $q=1+1/\beta$.", "q == 1 + 1/b"),
    )


def room(number: int, first: int) -> Inequality:
    """What the gap leaves besides both widths is enough for a deviation at delta = 1/T."""
    return Inequality(
        number,
        r"What $\Delta_a$ leaves besides $s+w$ is enough for a deviation at $\delta=1/T$.",
        "sqrt(L/(2*n)) + L/(n*eps) <= gap - s - w",
        uses=(first, first + 1, first + 2, first + 3),
        weights={number - 1: "1"},
    )


def last(first: int, threshold: str, words: str, defined: tuple[int, ...] = ()) -> tuple[Step, ...]:
    """The least level above the threshold, and the pulls."""
    return (
        Inequality(first, r"$X\ge\frac12$.", f"2 <= {threshold}", uses=(2, *defined)),
        Given(
            first + 1,
            r"For the least $\ell\ge0$ with $2^\ell\ge X$, $u=2^{\ell+1}\le4X$.",
            f"u <= {threshold}",
            uses=(first,),
        ),
        Inequality(
            first + 2,
            words,
            f"pulls <= {threshold} + (3 + 3/2/(b-3))",
            uses=(2,),
            weights={first - 1: "1", first + 1: "1"},
        ),
        Inequality(
            first + 3,
            r"At most this with $\frac{3\beta}{\beta-3}$.",
            f"pulls <= {threshold} + 3*b/(b-3)",
            weights={first + 2: "1"},
            rest="15/2/(b-3)",
        ),
    )


ROOT = Proof(
    "thesis.thm5.3fix",
    where=SIZES + ", v in (0,inf)",
    parts=(21,),
    steps=(
        *beginning(),
        *widths(4),
        Given(
            8,
            r"$v=p+\sqrt{p^2+8q\Delta_a/\varepsilon}$,",
            "v == p + sqrt(p**2 + 8*q*gap/eps)",
        ),
        Identity(
            9,
            r"$a=2\Delta_a/v$ is the root of $pa+2qa^2/\varepsilon=\Delta_a$.",
            "p*(2*gap/v) + 2*q*(2*gap/v)**2/eps == gap",
            uses=(8,),
        ),
        Given(
            10,
            r"$X=\frac{\beta L}{2a^2}=\frac{\beta L}{8\Delta_a^2}v^2$, and $n=2^j\ge X$:",
            "b*L/(8*gap**2)*v**2 <= n",
        ),
        Inequality(11, r"$s\le a$.", "s <= 2*gap/v", uses=(4, 10)),
        Inequality(
            12,
            r"So $ps+qw\le pa+2qa^2/\varepsilon=\Delta_a$.",
            "p*s + q*w <= p*(2*gap/v) + 2*q*(2*gap/v)**2/eps",
            uses=(4, 5),
            weights={11: "p + 2*q*(2*gap/v+s)/eps"},
        ),
        Inequality(13, "That is", ENOUGH, uses=(9,), weights={12: "1"}),
        room(14, 4),
        *failing(15, "L", 14),
        levels_together(18, (3, 17)),
        *last(
            19,
            "b*L/(2*gap**2)*v**2",
            r"$\mathbb E[N_a(T)]\le4X+3+\frac3{2(\beta-3)}$,",
            (8,),
        ),
    ),
)
SMALLER = Proof(
    "thesis.thm5.3.pulls",
    where=SIZES + ", m in (0,inf)",
    parts=(20,),
    steps=(
        *beginning(),
        *widths(4),
        Given(8, r"$m=\min\{\Delta_a,\varepsilon\}$.", "m == min(gap, eps)"),
        Given(9, r"$X=\frac{4\beta L}{\Delta_am}$, and $n=2^j\ge X$.", "4*b*L/(gap*m) <= n"),
        Inequality(10, r"$s^2\le\frac18\Delta_a^2$", "s**2 <= 1/8*gap**2", uses=(4, 8, 9)),
        Inequality(11, r"and $w\le\frac14\Delta_a$.", "w <= 1/4*gap", uses=(5, 8, 9)),
        Inequality(
            12,
            r"So $ps+qw\le\Delta_a$.",
            ENOUGH,
            weights={10: "3/2*p/gap", 11: "q"},
            rest="gap*(1 - q/4 - 3*p/16 - p/6) + 3*p/(2*gap)*(s-gap/3)**2",
        ),
        room(13, 4),
        *failing(14, "L", 13),
        levels_together(17, (3, 16)),
        *last(
            18,
            "16*b*L/(gap*min(gap, eps))",
            r"$\mathbb E[N_a(T)]\le4X+3+\frac3{2(\beta-3)}$.",
        ),
    ),
)
SUM = Proof(
    "thesis.thm5.3.C12.pulls",
    where=SIZES,
    parts=(18,),
    steps=(
        *beginning(),
        *widths(4),
        Given(
            8,
            r"$X=\frac{2\beta L}{\Delta_a^2}+\frac{4\beta L}{\Delta_a\varepsilon}$, and "
            r"$n=2^j\ge X$.",
            "2*b*L/gap**2 + 4*b*L/(gap*eps) <= n",
        ),
        Inequality(
            9,
            r"So $4s^2+4\Delta_aw\le\Delta_a^2$:",
            "4*s**2 + 4*gap*w <= gap**2",
            uses=(4, 5),
            weights={8: "gap**2/n"},
        ),
        Inequality(
            10,
            r"$ps+qw\le\Delta_a$.",
            ENOUGH,
            weights={9: "q/(4*gap)"},
            rest="q/gap*(s - p*gap/(2*q))**2 + gap*(1 - q/4 - p**2/(4*q))",
        ),
        room(11, 4),
        *failing(12, "L", 11),
        levels_together(15, (3, 14)),
        *last(
            16,
            "8*b*L/gap**2 + 16*b*L/(gap*eps)",
            r"$\mathbb E[N_a(T)]\le4X+3+\frac3{2(\beta-3)}$.",
        ),
    ),
)
BY_GAPS = regret_of_arms(
    "thesis.thm5.3.regret",
    claim="thesis.thm5.3.pulls",
    of_step=21,
    pulls="16*b*L/(gap*min(gap, eps)) + 3*b/(b-3)",
    own="16*b*L/min(gap, eps) + 3*b/(b-3)",
    total="16*b*L*inverse + k*3*b/(b-3)",
    where="inverse in [0,inf), k in [0,inf)",
)
CONSTANT = Proof(
    "thesis.thm5.3fix.constant",
    where="b in [3,inf), p in [1,1.57736], q in [1,4/3], r in [0,inf)",
    steps=(
        Inequality(1, r"$p$ is at most its value at $\beta=3$,", "1 + 1/sqrt(b) <= 1.57736"),
        Inequality(2, r"and so is $q$.", "1 + 1/b <= 4/3"),
        Inequality(
            3,
            "The square.",
            "(p + sqrt(p**2 + 8*q*r))**2 <= 27.1*max(1, r)",
        ),
        Parts(4, r"So for every $\beta\ge3$.", uses=(1, 2, 3)),
    ),
)
SPLIT = Proof(
    "thesis.thm5.3.C12.repaired",
    where="b in (3,inf), eps in (0,inf), L in (0,inf), gap in (0,1], n in [1,inf), s in [0,inf), "
    "w in [0,inf)",
    steps=(
        Given(1, r"$n=2^\ell\ge X$.", "2*b*L/gap**2 + 4*b*L/(gap*eps) <= n"),
        Given(2, r"The first width $s$", "s == sqrt(b*L/(2*n))"),
        Given(3, r"and the second one $w$.", "w == b*L/(eps*n)"),
        Inequality(
            4,
            r"$4s^2+4\Delta_aw\le\Delta_a^2$.",
            "4*s**2 + 4*gap*w <= gap**2",
            uses=(2, 3),
            weights={1: "gap**2/n"},
        ),
        Inequality(
            5,
            r"So $\gamma\ge0$.",
            "2*s + 2*w <= gap",
            weights={4: "1/(2*gap)"},
            rest="(gap-2*s)**2/(2*gap)",
        ),
    ),
)
