"""The proofs about the bounds of the advantage: one by one, their order, a fixed target."""

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

MEAN = "X <= c Y at every outcome"
OF_THREE = "(exp(v)-1+2*d)/(exp(v)+1)"
OF_TWO = "1 - exp(-v)*(1-d)"
GAME = "v in [0,inf), d in [0,1], g in [-1,1]"
ERRORS = "v in [0,inf), d in [0,1], a in [0,1], b in [0,1], g in [-1,1]"

FIRST = Proof(
    "thesis.mia.dp.adv-e1",
    where=GAME,
    steps=(
        OnClaim(
            1,
            r"The first of the three bounds, with $\delta=0$.",
            "g <= exp(v) - 1",
            claim="thesis.adv.bounds",
            of_step=8,
            where="d <= 0",
        ),
    ),
)

HALF = Proof(
    "thesis.mia.dp.adv-e1.half",
    where="v in [0,inf), g in [-1,1], h in [-1,1]",
    steps=(
        OnClaim(
            1,
            r"The third bound with $\delta=0$, for a random target.",
            "g <= (exp(v)-1+2*0)/(exp(v)+1)",
            claim="thesis.adv.bounds",
            of_step=4,
            instance={"d": "0"},
        ),
        OnClaim(
            2,
            r"The same for a fixed one.",
            "h <= (exp(v)-1+2*0)/(exp(v)+1)",
            claim="thesis.mia.dp.errors.fixed",
            of_step=9,
            instance={"delta": "0", "eps": "v", "g": "h"},
        ),
        Inequality(
            3,
            r"$\tanh(\epsilon/2)$ is at most half of $e^\epsilon-1$.",
            "(exp(v)-1)/(exp(v)+1) <= (exp(v)-1)/2",
        ),
        Inequality(4, "For a random target,", "g <= (exp(v)-1)/2", weights={1: "1", 3: "1"}),
        Inequality(5, "and for a fixed one.", "h <= (exp(v)-1)/2", weights={2: "1", 3: "1"}),
        Parts(6, "Both games.", uses=(4, 5)),
    ),
)

SECOND = Proof(
    "thesis.mia.dp.adv-e2",
    where=GAME,
    steps=(
        OnClaim(
            1,
            "The second of the three bounds.",
            f"g <= {OF_TWO}",
            claim="thesis.adv.bounds",
            of_step=6,
        ),
        Inequality(2, "It is below 1.", f"{OF_TWO} < 1", where="d < 1"),
        Parts(3, "Both assertions.", uses=(1, 2)),
    ),
)

THIRD = Proof(
    "thesis.mia.dp.adv-e3",
    where=GAME,
    steps=(
        OnClaim(
            1,
            "The third of the three bounds.",
            f"g <= {OF_THREE}",
            claim="thesis.adv.bounds",
            of_step=4,
        ),
    ),
)

FIXED = Proof(
    "thesis.mia.dp.errors.fixed",
    where="eps in [0,inf), delta in [0,1], fa in [0,1], md in [0,1], A in [0,1], B in [0,1], "
    "g in [-1,1]",
    steps=(
        Given(
            1,
            r"The target is fixed. Given the dataset $D$ and the place, the output is $\mathcal "
            r"M_D$ for $b=0$ and $\mathcal M_{D'}$ for $b=1$, where $D'$ is $D$ with the target at "
            "the place, a neighbour of $D$.",
        ),
        OnClaim(
            2,
            r"The guess is a random function of the output, so it is $(\epsilon,\delta)$-DP; "
            r"$P_{FA}=\Pr[\hat b=1\mid D]$ and $P_{MD}=\Pr[\hat b=0\mid D']$.",
            "1 - fa <= exp(eps)*md + delta",
            claim="thesis.prop2.7",
            of_step=7,
            instance={"p": "1 - fa", "q": "md"},
            uses=(1,),
        ),
        OnClaim(
            3,
            r"The same for $\hat b=1$ and the exchanged data.",
            "1 - md <= exp(eps)*fa + delta",
            claim="thesis.prop2.7",
            of_step=7,
            instance={"p": "1 - md", "q": "fa"},
            uses=(1,),
        ),
        Inequality(
            4,
            "The first relation for this dataset and place.",
            "1 - delta <= 1*(fa + exp(eps)*md)",
            weights={2: "1"},
        ),
        Textbook(
            5,
            r"The mean over dataset and place: $\alpha+e^\epsilon\beta\ge1-\delta$.",
            "1 - delta <= 1*(A + exp(eps)*B)",
            fact="textbook.elementary-probability:mean",
            hypotheses={MEAN: 4},
            instance={"x": "1 - delta", "c": "1", "y": "A + exp(eps)*B"}
            | {"X": "1 - delta", "Y": "fa + exp(eps)*md"},
            over=("fa", "md"),
        ),
        Inequality(
            6,
            "The second relation there.",
            "1 - delta <= 1*(exp(eps)*fa + md)",
            weights={3: "1"},
        ),
        Textbook(
            7,
            r"Its mean: $e^\epsilon\alpha+\beta\ge1-\delta$.",
            "1 - delta <= 1*(exp(eps)*A + B)",
            fact="textbook.elementary-probability:mean",
            hypotheses={MEAN: 6},
            instance={"x": "1 - delta", "c": "1", "y": "exp(eps)*A + B"}
            | {"X": "1 - delta", "Y": "exp(eps)*fa + md"},
            over=("fa", "md"),
        ),
        Given(8, r"The advantage is $1-\alpha-\beta$.", "g == 1 - A - B"),
        Inequality(
            9,
            "The sum of both relations.",
            "g <= (exp(eps)-1+2*delta)/(exp(eps)+1)",
            uses=(8,),
            weights={5: "1/(exp(eps)+1)", 7: "1/(exp(eps)+1)"},
        ),
        Parts(10, "Both relations and the advantage.", uses=(5, 7, 9)),
    ),
)

MIDDLE = "(1-d)/(1+exp(v))"
DERIVATION = Proof(
    "thesis.mia.claim.adv-derivation",
    where=ERRORS,
    steps=(
        Given(1, "(2.28), of which nothing else is used.", "a + exp(v)*b >= 1 - d"),
        Given(2, "(2.29).", "exp(v)*a + b >= 1 - d"),
        Given(3, r"$\mathrm{Adv}=1-\alpha-\beta$.", "g == 1 - a - b"),
        Inequality(
            4,
            "The third bound: the sum of both.",
            f"g <= {OF_THREE}",
            uses=(3,),
            weights={1: "1/(exp(v)+1)", 2: "1/(exp(v)+1)"},
        ),
        Inequality(
            5,
            r"The second bound: (2.28) alone, with $\alpha\ge e^{-\epsilon}\alpha$.",
            f"g <= {OF_TWO}",
            uses=(3,),
            weights={1: "exp(-v)"},
        ),
        Inequality(6, r"With $\delta=0$ it is at most the first one.", "1 - exp(-v) <= exp(v) - 1"),
        Inequality(
            7,
            r"The first bound with $\delta$ added, which is 0 where it is stated.",
            "g <= exp(v) - 1 + d",
            weights={5: "1", 6: "1"},
            rest="d*(1 - exp(-v))",
        ),
        Identity(
            8,
            r"Nothing better follows: $\alpha=\beta=(1-\delta)/(1+e^\epsilon)$ meet both, with "
            "equality,",
            f"{MIDDLE} + exp(v)*({MIDDLE}) == 1 - d",
        ),
        Identity(
            9,
            "and the advantage is that of the third bound.",
            f"1 - {MIDDLE} - {MIDDLE} == {OF_THREE}",
        ),
        Parts(10, "The three bounds, and that the third is the best.", uses=(4, 5, 7, 8, 9)),
    ),
)

ORDER = Proof(
    "thesis.mia.dp.adv-order",
    where="v in [0,inf), d in [0,1]",
    steps=(
        Inequality(1, "The third bound is at most the second.", f"{OF_THREE} <= {OF_TWO}"),
        Identity(
            2,
            "By how much.",
            f"({OF_TWO}) - {OF_THREE} == (1-d)*(exp(v)-1)/(exp(v)*(1+exp(v)))",
        ),
        Inequality(
            3,
            r"Strictly, unless $\epsilon=0$ or $\delta=1$.",
            "(1-d)*(exp(v)-1)/(exp(v)*(1+exp(v))) > 0",
            where="v > 0, d < 1",
        ),
        Inequality(
            4,
            r"With $\delta=0$ the second is at most the first.",
            "1 - exp(-v) <= exp(v) - 1",
        ),
        Parts(5, "The order of the three.", uses=(1, 2, 3, 4)),
    ),
)
