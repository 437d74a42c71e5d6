"""Proof E.3 step by step: two lists r and r' of rewards in [0, 1] that differ at round t* alone."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

ONE_LAW = "textbook.ionescu-tulcea:one law"
SAME = "the same conditional laws"

SAME_PHASE = Proof(
    "bern.prop4.2.same_phase",
    where="t in [1,inf), t2 in [1,inf), number in [1,inf), number2 in [1,inf)",
    steps=(
        Given(
            1,
            r"Under both lists the first batch begins at $t_1=1$, and all arms are in phase 0.",
        ),
        Given(
            2,
            r"The actions are fixed. If batch $k$ begins at $t_k$ and arm $i$ is in phase $m_i$, "
            r"it "
            r"plays the arm $i=a_{t_k}$ for $B_{m_i}$ rounds: $t_{k+1}=t_k+B_{m_i}$, and $m_i$ "
            r"grows by "
            "1. No reward is read.",
        ),
        Textbook(
            3,
            r"So each batch begins at the same round under both lists,",
            "t == t2",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 2},
            uses=(1,),
            instance={"x": "t", "y": "t2"},
        ),
        Given(
            4,
            r"and $k_\star$ is the number of batches that begin at $t^\star$ or before.",
            uses=(3,),
        ),
        Textbook(
            5,
            r"That number is the same too.",
            "number == number2",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 3},
            uses=(4,),
            instance={"x": "number", "y": "number2"},
        ),
        Parts(6, r"$t_{k_\star}=t'_{k'_\star}$ and $k_\star=k'_\star$.", uses=(3, 5)),
    ),
)
SAME_LAW = Proof(
    "bern.prop4.2.same_law",
    where="f in (0,inf), g in (0,inf), all_of in [0,inf), all_of2 in [0,inf), rest in [0,inf), "
    "num in [0,inf), num2 in [0,inf), den in (0,inf), den2 in (0,inf), up in [0,inf), "
    "whole in (0,inf), p in [0,inf), q in [0,inf), joint in [0,inf), past in [0,inf), k in [0,inf)",
    steps=(
        Given(
            1,
            "Algorithm 1 draws each arm from a kernel of the earlier noisy sums (its index, and a "
            "tie "
            "rule that reads no data), and at the end of a batch its noisy sum from a kernel of "
            "the "
            "rewards of the batch, by fresh noise.",
        ),
        Textbook(
            2,
            "The density of all arms and noisy sums is the product of these kernels.",
            "joint == past*k",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 1},
            instance={"joint": "joint", "past": "past", "k": "k"},
        ),
        OnClaim(
            3,
            r"Along given actions the batches are the same, and so are their rewards, but for the "
            r"batch of $t^\star$.",
            claim="bern.prop4.2.same_phase",
        ),
        Given(
            4,
            r"So at the value $s$ the product is $f\,R$ under $r$, where $f>0$ is the density at "
            r"$s$ "
            r"of the noisy sum of that batch, and $R$ the other factors,",
            "all_of == 0 + f*rest",
            uses=(2, 3),
        ),
        Given(
            5, r"and $g\,R$ under $r'$, with the same $R$.", "all_of2 == 0 + g*rest", uses=(2, 3)
        ),
        Textbook(
            6,
            r"$f$ holds no other noisy sum: the integral over these, and the sum over the later "
            r"actions of an event, is $f$ times that of $R$,",
            "num == 0 + f*up",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 4},
            instance={"x": "num", "c": "0", "b": "f", "z": "up", "X": "all_of", "Z": "rest"},
            over=("all_of", "rest"),
        ),
        Textbook(
            7,
            r"and likewise with $g$,",
            "num2 == 0 + g*up",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 5},
            instance={"x": "num2", "c": "0", "b": "g", "z": "up", "X": "all_of2", "Z": "rest"},
            over=("all_of2", "rest"),
        ),
        Textbook(
            8,
            r"for the sure event too:",
            "den == 0 + f*whole",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 4},
            instance={"x": "den", "c": "0", "b": "f", "z": "whole", "X": "all_of", "Z": "rest"},
            over=("all_of", "rest"),
        ),
        Textbook(
            9,
            r"under both lists.",
            "den2 == 0 + g*whole",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 5},
            instance={"x": "den2", "c": "0", "b": "g", "z": "whole", "X": "all_of2", "Z": "rest"},
            over=("all_of2", "rest"),
        ),
        Given(
            10,
            r"The conditional probability of the event given the actions up to $t^\star$, where "
            r"they "
            r"are possible, and $s$ is the quotient under $r$,",
            "p == num/den",
        ),
        Given(11, r"and under $r'$.", "q == num2/den2"),
        Identity(
            12,
            "Both are the same.",
            "p == q",
            uses=(6, 7, 8, 9, 10, 11),
        ),
    ),
)
ONE_SUM = Proof(
    "bern.prop4.2.one_sum",
    where="c in [0,inf), u in [0,1], v in [0,1], a in [0,inf), b in [0,inf), s in (-inf,inf), "
    "eps in (0,inf), f in (0,inf), g in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"Given the actions, the batch of $t^\star$ has the same rounds under both lists.",
            claim="bern.prop4.2.same_phase",
        ),
        Given(
            2,
            r"Let $c$ be the sum of its other rewards, which are the same, and $u,v\in[0,1]$ the "
            r"rewards of $t^\star$: its sum is $c+u$ under the one list",
            "a == c + u",
            uses=(1,),
        ),
        Given(3, r"and $c+v$ under the other.", "b == c + v", uses=(1,)),
        Given(
            4,
            r"The noise of the batch is $\mathrm{Lap}(1/\epsilon)$, and independent of the actions "
            r"up "
            r"to $t^\star$, which read earlier noisy sums alone: the density at $s$ is $f$",
            "f == eps/2*exp(-eps*abs(s-a))",
        ),
        Given(5, r"and $g$.", "g == eps/2*exp(-eps*abs(s-b))"),
        Inequality(
            6,
            r"$f\le e^\epsilon g$.",
            "f <= exp(eps)*g",
            uses=(2, 3, 4, 5),
        ),
    ),
)
PRIVATE = Proof(
    "bern.prop4.2",
    where="eps in (0,inf), first in [0,1], first2 in [0,1], later in [0,1], later2 in [0,1], "
    "f in (0,inf), g in (0,inf), p in [0,1], q in [0,1], one in [0,1], two in [0,1], "
    "read in [0,1], read2 in [0,1], cut in [0,1], cut2 in [0,1], i in [0,1]",
    steps=(
        Given(
            1,
            r"Let $r,r'$ be two lists of rewards in $[0,1]$ that differ at $t^\star$ alone, and "
            r"$\mathbf a$ a sequence of actions. Arms are drawn from kernels of the earlier noisy "
            r"sums "
            "(the index, and a tie rule that reads no data).",
        ),
        Textbook(
            2,
            r"The actions up to $t^\star$ read noisy sums of earlier rewards alone: they have the "
            r"same "
            "probability under both lists.",
            "first == first2",
            fact=ONE_LAW,
            hypotheses={SAME: 1},
            instance={"p": "first", "q": "first2"},
        ),
        OnClaim(
            3,
            r"Given these and the value $s$ of the noisy sum of the batch of $t^\star$, so have "
            r"the "
            "later actions.",
            "later == later2",
            claim="bern.prop4.2.same_law",
            of_step=12,
            instance={"p": "later", "q": "later2"},
        ),
        OnClaim(
            4,
            r"The densities of that sum at $s$ have $f\le e^\epsilon g$.",
            "f <= exp(eps)*g",
            claim="bern.prop4.2.one_sum",
            of_step=6,
        ),
        Inequality(
            5,
            r"So the density of $\mathbf a$ and $s$ under $r$ is at most $e^\epsilon$ times that "
            r"under $r'$.",
            "first*f*later <= exp(eps)*(first2*g*later2)",
            uses=(2, 3),
            weights={4: "first2*later2"},
        ),
        Textbook(
            6,
            r"Integrated over $s$: $\mathcal V_r(\mathbf a)\le e^\epsilon\mathcal V_{r'}(\mathbf "
            r"a)$.",
            "read <= exp(eps)*read2",
            fact="textbook.density:events",
            hypotheses={"f <= c g at every point": 5},
            instance={
                "p": "read",
                "q": "read2",
                "c": "exp(eps)",
                "A": "first*f*later",
                "B": "first2*g*later2",
            },
            over=("f", "g", "later", "later2"),
        ),
        Textbook(
            7,
            r"If the batch of $t^\star$ is cut at $T$, it has no noisy sum, and $r_{t^\star}$ is "
            r"not "
            r"read: $\mathcal V_r(\mathbf a)=\mathcal V_{r'}(\mathbf a)$.",
            "cut == cut2",
            fact=ONE_LAW,
            hypotheses={SAME: 1},
            instance={"p": "cut", "q": "cut2"},
        ),
        Inequality(
            8,
            r"So $\mathcal V_r(\mathbf a)\le e^\epsilon\mathcal V_{r'}(\mathbf a)$ again.",
            "cut <= exp(eps)*cut2",
            uses=(7,),
        ),
        Given(
            9,
            r"The sequence $\mathbf a$ decides whether the batch of $t^\star$ is cut: let $i=0$ if "
            r"it is, and else $i=1$. So $p=\mathcal V_r(\mathbf a)$ is",
            "p == i*read + (1 - i)*cut",
        ),
        Given(
            10,
            r"and $q=\mathcal V_{r'}(\mathbf a)$ is",
            "q == i*read2 + (1 - i)*cut2",
        ),
        Inequality(
            11,
            r"In both cases $\mathcal V_r(\mathbf a)\le e^\epsilon\mathcal V_{r'}(\mathbf a)$.",
            "p <= exp(eps)*q",
            uses=(9, 10),
            weights={6: "i", 8: "1 - i"},
        ),
        Textbook(
            12,
            "The sequences are finitely many: so it is for each event of actions, which is View "
            "DP.",
            "one <= exp(eps)*two",
            fact="textbook.elementary-probability:atoms",
            hypotheses={"the relation for each single outcome": 11},
            instance={"p": "one", "q": "two", "c": "exp(eps)", "A": "p", "B": "q"},
            over=("p", "q"),
        ),
        OnClaim(13, "Table DP is the same.", claim="bern.prop2.4", uses=(12,)),
        Parts(14, "Privacy in both models, whether the batch is cut or not.", uses=(12, 13)),
    ),
)
