"""The proofs about the readings of a policy and the open-loop theorem, step by step."""

from __future__ import annotations

from typing import Any

from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

from .largest_moments import of_a_blind_kernel, of_a_kernel

MEMBERS = "each member of the first set is one of the second"


def shown_is_the_past() -> str:
    """After any round the label is the own action, so the policy sees its path and the rewards."""
    need(formal.own(formal.ANY) == formal.ANY[-1], "The label of a round is not its action")
    return "the label of an unknown round is its action"


READINGS = Proof(
    "thesis.def3.5.machine.repaired",
    where="G in [0,1], H in [0,1], k in [0,1], g in [0,1], h in [0,0], P in [0,1], "
    "Q in [0,1], law in [0,1], print in [0,1]",
    steps=(
        Computed(
            1,
            r"On a list, a table or a tree the policy sees after $a_t$ the label $a_t$ and the "
            r"reward $r_t$ on its path.",
            by=shown_is_the_past,
        ),
        Textbook(
            2,
            r"The probability of hidden states and actions is a product of the machine's laws, "
            r"which see $a_1,r_1,\dots,a_{t-1},r_{t-1}$ and the hidden states. Its sum (or "
            r"integral) over the hidden states is a function $G_t(a_1,r_1,\dots,r_{t-1},a_t)$, the "
            r"same for all inputs, and $\Pr[a_1,\dots,a_t]=G_t$ at the rewards on the path.",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 1},
        ),
        Textbook(
            3,
            r"More actions are no more probable: $G_t\le G_{t-1}$.",
            "g <= h",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 2},
            instance={"p": "g", "q": "h"},
        ),
        Inequality(
            4,
            r"Where $G_{t-1}=0$, also $G_t=0=k\,G_{t-1}$ for any number $k$ in $[0,1]$.",
            "abs(g - k*h) <= 0",
            uses=(3,),
        ),
        Given(
            5,
            r"The kernel of the machine is $k=G_t/G_{t-1}$ where $G_{t-1}>0$, a law in $a_t$, and "
            r"any law elsewhere; $G_0=1$, as the empty product.",
            "G == k*H",
            uses=(2,),
        ),
        OnClaim(
            6,
            r"The law $P_t$ of the kernel on a list has the factors $k$, by (3.2), and $P_0=1$,",
            "P == k*Q",
            claim="thesis.eq3.2",
            of_step=2,
            instance={"joint": "P", "past": "Q"},
        ),
        OnClaim(
            7,
            "on a table by (3.1),",
            "P == k*Q",
            claim="thesis.eq3.1",
            of_step=2,
            instance={"joint": "P", "past": "Q"},
        ),
        OnClaim(8, "on a tree by Remark 3.10.", "P == k*Q", claim="thesis.rem3.10.lists"),
        Identity(
            9,
            r"So $G_t$ and $P_t$ obey one rule; where $G_{t-1}=0$, any $k$ gives it.",
            "G - k*H == P - k*Q",
            uses=(4, 5, 6, 7, 8),
        ),
        Textbook(
            10,
            "The two have one law on each input, and no notion that compares the laws on "
            "neighbouring inputs tells the readings apart.",
            "law == print",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 9},
            instance={"x": "law", "y": "print"},
        ),
    ),
)

# suprema of moments, which are at least 1: an infinite one makes those above it infinite
DIVERGENCES = (
    "mom in [1,inf), best in [1,inf), sum in [1,inf), val in [1,inf), fixed in [1,inf), "
    "rest in [1,inf), fed in [1,inf), asked in [1,inf), post in [1,inf), tree in [1,inf), "
    "table in [1,inf), list in [1,inf), blind in [1,inf), one in [1,inf), two in [1,inf), "
    "joint in [1,inf), rounds in [1,inf), prod in [1,inf), later in [1,inf)"
)


def queries_feed() -> str:
    """Rewards on the path of a table or a tree come from the row, or the depth, of their round."""
    now = formal.number(formal.ANY)
    for label in (formal.queried, formal.own):
        for entry in (formal.table_entry, formal.own_entry):
            shown: Any = entry(formal.ANY, label(formal.ANY))
            need(shown[1] == now, "Another row is shown")
    shown = formal.node(formal.ANY, now)
    need(shown[1] == formal.ANY, "Another node is shown")
    return "an unknown round shows a label and the reward of its own row or node"


VIEW_VERSION = Proof(
    "thesis.def3.5.view_version",
    where=f"{DIVERGENCES}, few in [0,1], many in [0,1], t in [0,inf), d in (-inf,inf), "
    "whole in [1,inf), part in [0,inf), sums in [0,inf)",
    instances=of_a_kernel,
    parts=(7,),
    steps=(
        Given(
            1,
            r"$m=e^{(\alpha-1)D_\alpha}$ of her views is a sum over action sequences of terms "
            r"$\prod_tw_t$, $w_t=\pi_t(a_t\mid h)^\alpha\pi_t(a_t\mid h')^{1-\alpha}$ with the two "
            r"memories $h,h'$ (for $\alpha=\infty$ the largest of products of ratios); what she "
            "answers after a prefix enters the terms of sequences that continue it only. An "
            "infinite moment makes all those above it infinite; the steps are about finite ones.",
        ),
        Textbook(
            2,
            r"Its supremum is found from the last round back: $V(h,h')=\sum_aw_a\sup_{c,c'}V(hc,"
            r"h'c')$ over her answers in this round.",
            "val == sum",
            fact="textbook.backward-induction",
            hypotheses={"a choice after a prefix enters only what continues it": 1},
            instance={"x": "val", "y": "sum"},
        ),
        OnClaim(
            3,
            r"The last factor does not depend on $a$, and $\sum_aw_a=m(h,h')$ is the moment of "
            "the two laws of the round.",
            "sum == mom*best",
            claim="thesis.def3.5.open_loop.step",
        ),
        Given(
            4,
            r"Along answers that are fixed in advance the product of the moments is $m(h,h')$ "
            "times that of the later rounds.",
            "prod == mom*later",
        ),
        Textbook(
            5,
            r"So the largest product is $W(h,h')=m(h,h')\sup_{c,c'}W(hc,h'c')$.",
            "fixed == mom*rest",
            fact="textbook.bounds-of-sets:scaled",
            hypotheses={"m >= 0": "mom >= 0", "X is m times Y for each index": 4},
            instance={"x": "fixed", "m": "mom", "y": "rest", "X": "prod", "Y": "later"},
            over=("prod", "later"),
        ),
        Identity(
            6,
            r"$V$ and $W$ obey one rule: $m$ times a supremum over the answers of the round. Both "
            r"are $m(h,h')$ in the last round.",
            "val - mom*best == fixed - mom*rest",
            uses=(2, 3, 5),
        ),
        Textbook(
            7,
            r"So $V=W$ from the last round back to the first one.",
            "fed == fixed",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 6},
            instance={"x": "fed", "y": "fixed"},
        ),
        Identity(
            8,
            "The logarithm of a product of two moments is a sum.",
            "log(one*two) == log(one) + log(two)",
        ),
        Induction(
            9,
            r"So the difference $d$ of the sum of the logarithms of $t$ moments and the logarithm "
            "of their product is 0,",
            "d == 0",
            variable="t",
            start="0",
            sequence="d",
            first="0",
            following="d + log(one) - (log(one*two) - log(two))",
            uses=(8,),
        ),
        Given(
            10,
            r"also that for all rounds, along answers that are fixed in advance; the sum is that "
            r"of $(\alpha-1)D_\alpha(\pi_t(\cdot\mid q,r)\|\pi_t(\cdot\mid q,r'))$.",
            "d == part - log(whole)",
        ),
        Inequality(
            11,
            "The sum is the logarithm of the product.",
            "part == log(whole)",
            uses=(9, 10),
        ),
        Textbook(
            12,
            r"The product is at most the largest one, $W$,",
            "whole <= fixed",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 10},
            instance={"v": "whole", "high": "fixed"},
        ),
        Inequality(
            13,
            r"so the sum is at most its logarithm,",
            "part <= log(fixed)",
            uses=(11, 12),
            monotone=("log", "fixed", "whole"),
        ),
        Textbook(
            14,
            "and so is the supremum of the sums.",
            "sums <= log(fixed)",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("part", "whole"),
            hypotheses={"c is an upper bound": 13},
            instance={"high": "sums", "X": "part", "c": "log(fixed)"},
        ),
        Textbook(
            15,
            "Each sum is at most their supremum,",
            "part <= sums",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 10},
            instance={"v": "part", "high": "sums"},
        ),
        Inequality(
            16,
            "so each product is at most its exponential,",
            "whole <= exp(sums)",
            uses=(11, 15),
        ),
        Textbook(
            17,
            "and so is the largest one.",
            "fixed <= exp(sums)",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("part", "whole"),
            hypotheses={"c is an upper bound": 16},
            instance={"high": "fixed", "X": "whole", "c": "exp(sums)"},
        ),
        Inequality(
            18,
            "Its logarithm is at most the supremum of the sums.",
            "log(fixed) <= sums",
            uses=(17,),
            monotone=("log", "exp(sums)", "fixed"),
        ),
        Inequality(
            19,
            r"So the supremum of $D_\alpha$ of her views is that of $\sum_tD_\alpha(\pi_t(\cdot"
            r"\mid q,r)\|\pi_t(\cdot\mid q,r'))$; here both are times $\alpha-1$ (if it is "
            "finite).",
            "log(fed) == sums",
            uses=(7, 14, 18),
        ),
        Computed(
            20,
            "Queries on two tables, and two trees, show a label and a reward after each path, "
            "which differ in one round: answers that she may give.",
            by=queries_feed,
        ),
        Textbook(
            21,
            r"So for every $e^\varepsilon$ her $\delta$, a supremum, is at least those of "
            "Interactive DP and of adaptive continual release.",
            "few <= many",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: 20},
            instance={"x": "few", "y": "many"},
        ),
        Parts(22, "The two statements.", uses=(19, 21)),
    ),
)


def fed_at_most(number: int, name: str, says: str) -> tuple[Step, Step]:
    """Answers of a kind are among those of the adversary who feeds labels and rewards."""
    return (
        Computed(number, says, by=queries_feed),
        Textbook(
            number + 1,
            "So their supremum is at most that of the adversary who feeds both.",
            f"{name} <= fed",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: number},
            instance={"x": name, "y": "fed"},
        ),
    )


def fixed_at_most(number: int, name: str, says: str) -> tuple[Step, ...]:
    """Answers that are fixed in advance are among those of a kind, by tables of equal columns."""
    return (
        OnClaim(
            number,
            r"On $\mathbf x(r)$, whose columns are all $r$, and on $\mathbf x(r')$, "
            + says
            + r" under the constant adversary $q$ has the law $\mathcal V^{\pi^q}_r$, or that of "
            r"$r'$.",
            claim="thesis.rem3.6.equal_columns",
        ),
        Given(
            number + 1,
            r"$\pi$ is a kernel, so $\pi^q$ draws $a_t$ from $\pi_t(\cdot\mid q_1,r_1,\dots,"
            r"r_{t-1})$, whatever it played before.",
            uses=(number,),
        ),
        Textbook(
            number + 2,
            r"So the two laws are products, and their moment is the product of those of the rounds "
            r"($\alpha=\infty$: the largest ratio): what the answers $q,r,r'$ give.",
            "joint == rounds",
            fact="textbook.renyi-additivity",
            hypotheses={"both laws are products": number + 1},
            instance={"joint": "joint", "product": "rounds"},
        ),
        OnClaim(
            number + 3,
            r"$r\sim r'$ gives $\mathbf x(r)\sim\mathbf x(r')$: two tables that count.",
            claim="thesis.red1",
            uses=(number + 2,),
        ),
        Textbook(
            number + 4,
            "So what fixed answers give is given by this adversary on these tables.",
            f"fixed <= {name}",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: number + 3},
            instance={"x": "fixed", "y": name},
        ),
    )


FED_IS_FIXED = "Feeding labels and rewards is no better than fixing both in advance."

OPEN_LOOP = Proof(
    "thesis.def3.5.open_loop",
    where=DIVERGENCES,
    instances=of_a_kernel,
    parts=(9,),
    steps=(
        *fed_at_most(
            1,
            "asked",
            "Queries on two tables show a label and a reward. An infinite moment makes all those "
            "above it infinite; the steps are about finite ones.",
        ),
        OnClaim(
            3,
            FED_IS_FIXED,
            "fed == fixed",
            claim="thesis.def3.5.view_version",
            of_step=7,
        ),
        *fixed_at_most(4, "asked", "the view"),
        Inequality(
            9,
            "The two suprema of moments are one,",
            "asked == fixed",
            uses=(2, 3, 8),
        ),
        Inequality(
            10,
            r"so those of $D_\alpha$, their logarithms (over $\alpha-1$), are one.",
            "log(asked) == log(fixed)",
            uses=(9,),
        ),
    ),
)

POST_PROCESSED = Proof(
    "thesis.prop3.13.b.repaired",
    where=DIVERGENCES,
    instances=of_a_kernel,
    parts=(10,),
    steps=(
        OnClaim(
            1,
            "The Interactive supremum. An infinite moment makes all those above it infinite; the "
            "steps are about finite ones.",
            "asked == fixed",
            claim="thesis.def3.5.open_loop",
            of_step=9,
        ),
        *fed_at_most(2, "post", r"$\pi^B$ on a table sees the label $B$ and a reward."),
        OnClaim(
            4,
            FED_IS_FIXED,
            "fed == fixed",
            claim="thesis.def3.5.view_version",
            of_step=7,
        ),
        *fixed_at_most(5, "post", r"also $\mathcal M^{\pi^B}$"),
        Inequality(
            10,
            "Both suprema of moments are that of fixed answers,",
            "asked == post",
            uses=(1, 3, 4, 9),
        ),
        Inequality(
            11,
            r"so for each $\alpha$ both suprema of $D_\alpha$ are the stated one, and $\pi$ is "
            r"private at a pure $\varepsilon$ or at a $\rho$ iff all $\pi^B$ are.",
            "log(asked) == log(post)",
            uses=(10,),
        ),
    ),
)

ORDER = Proof(
    "thesis.sec3.8.repaired",
    where=DIVERGENCES,
    instances=of_a_kernel,
    parts=(5, 7, 9),
    steps=(
        *fed_at_most(1, "tree", "A tree shows the own action as the label, and a reward."),
        OnClaim(
            3,
            FED_IS_FIXED,
            "fed == fixed",
            claim="thesis.def3.5.view_version",
            of_step=7,
        ),
        OnClaim(
            4,
            "So are queries on tables.",
            "asked == fixed",
            claim="thesis.def3.5.open_loop",
            of_step=9,
        ),
        Inequality(
            5,
            "Interactive DP implies adaptive continual release.",
            "tree <= asked",
            uses=(2, 3, 4),
        ),
        OnClaim(
            6,
            "The laws on two neighbouring tables are the two views of one adversary who feeds "
            "rewards.",
            claim="thesis.red3.repaired",
        ),
        Textbook(
            7,
            "Adaptive continual release implies Table DP.",
            "table <= tree",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: 6},
            instance={"x": "table", "y": "tree"},
        ),
        OnClaim(
            8,
            "The laws on two neighbouring lists are those on two neighbouring tables.",
            claim="thesis.red1",
        ),
        Textbook(
            9,
            "Table DP implies View DP.",
            "list <= table",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: 8},
            instance={"x": "list", "y": "table"},
        ),
        Inequality(
            10,
            r"For each $\alpha$: lists, tables, trees and queries are in this order.",
            "list <= asked",
            weights={5: "1", 7: "1", 9: "1"},
        ),
    ),
)

SUPREMA = "textbook.bounds-of-sets:suprema"

BLIND = Proof(
    "thesis.sec3.6.claims.repaired",
    where=DIVERGENCES,
    instances=of_a_blind_kernel,
    parts=(5, 12, 16, 17),
    steps=(
        OnClaim(
            1,
            "Queries fixed in advance are the worst. An infinite moment makes all those above it "
            "infinite; the steps are about finite ones.",
            "asked == fixed",
            claim="thesis.def3.5.open_loop",
            of_step=9,
        ),
        Given(
            2,
            r"For a label-blind kernel the product of the moments along $q,r,r'$ is that of "
            r"$r,r'$, and there is a $q$ for each pair: the two sets of products are one.",
        ),
        Textbook(
            3,
            r"So $\sup_{q,r\sim r'}$ is at most $\sup_{r\sim r'}$,",
            "fixed <= blind",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: 2},
            instance={"x": "fixed", "y": "blind"},
        ),
        Textbook(
            4,
            "and at least.",
            "blind <= fixed",
            fact="textbook.bounds-of-sets:subset",
            hypotheses={MEMBERS: 2},
            instance={"x": "blind", "y": "fixed"},
        ),
        Inequality(5, "Queries: it.", "asked == blind", uses=(1, 3, 4)),
        Given(
            6,
            r"On a list a label-blind kernel draws $a_t$ from $\pi_t(\cdot\mid r_1,\dots,r_{t-1})$"
            ", whatever it played before.",
        ),
        Textbook(
            7,
            "So its two laws are products, and their moment is the product of those of the rounds:",
            "joint == rounds",
            fact="textbook.renyi-additivity",
            hypotheses={"both laws are products": 6},
            instance={"joint": "joint", "product": "rounds"},
        ),
        Inequality(8, "at most it,", "joint <= rounds", uses=(7,)),
        Inequality(9, "and at least.", "rounds <= joint", uses=(7,)),
        Textbook(
            10,
            r"So are the suprema over $r\sim r'$: at most,",
            "list <= blind",
            fact=SUPREMA,
            hypotheses={"X <= Y for each index": 8},
            instance={"X": "joint", "Y": "rounds", "x": "list", "y": "blind"},
            over=("joint", "rounds"),
        ),
        Textbook(
            11,
            "and at least.",
            "blind <= list",
            fact=SUPREMA,
            hypotheses={"X <= Y for each index": 9},
            instance={"X": "rounds", "Y": "joint", "x": "blind", "y": "list"},
            over=("joint", "rounds"),
        ),
        Inequality(12, "Lists: it.", "list == blind", uses=(10, 11)),
        OnClaim(
            13,
            "Lists, tables, trees and queries are in this order.",
            "list <= table",
            claim="thesis.sec3.8.repaired",
            of_step=9,
        ),
        OnClaim(
            14,
            "The second of them.",
            "table <= tree",
            claim="thesis.sec3.8.repaired",
            of_step=7,
        ),
        OnClaim(
            15,
            "The third of them.",
            "tree <= asked",
            claim="thesis.sec3.8.repaired",
            of_step=5,
        ),
        Inequality(16, "Tables: it.", "table == blind", uses=(5, 12, 13, 14, 15)),
        Inequality(17, "Trees: it.", "tree == blind", uses=(5, 12, 13, 14, 15)),
        Inequality(
            18,
            r"The suprema of $D_\alpha$ are the logarithms (over $\alpha-1$), and that of a "
            "product is the stated sum: for lists,",
            "log(list) == log(blind)",
            uses=(12,),
        ),
        Inequality(19, "tables,", "log(table) == log(blind)", uses=(16,)),
        Inequality(20, "trees,", "log(tree) == log(blind)", uses=(17,)),
        Inequality(21, "and queries.", "log(asked) == log(blind)", uses=(5,)),
        Parts(22, "All four are the stated sum.", uses=(18, 19, 20, 21)),
    ),
)
