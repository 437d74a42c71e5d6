"""The proofs about adversaries of the membership game and about audits, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

MEAN = "X <= c Y at every outcome"

ERRORS = Proof(
    "thesis.eq2.28",
    where="eps in [0,inf), delta in [0,1], fa in [0,1], md in [0,1], A in [0,1], B in [0,1]",
    parts=(5,),
    steps=(
        Given(
            1,
            r"Given the dataset $D$, the place and the target, the output is $\mathcal M_D$ for "
            r"$b=0$ and $\mathcal M_{D'}$ for $b=1$, where $D'$ is $D$ with the target at the "
            "place, a neighbour of $D$; the target tells nothing more of $b$.",
        ),
        OnClaim(
            2,
            r"The guess $\hat b$ is a random function of the output, so it is "
            r"$(\epsilon,\delta)$-DP: $\Pr[\hat b=0\mid D]\le e^\epsilon\Pr[\hat b=0\mid "
            r"D']+\delta$"
            r", with the errors $P_{FA}=\Pr[\hat b=1\mid D]$ and $P_{MD}=\Pr[\hat b=0\mid D']$.",
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
            "The first relation for this dataset, place and target.",
            "1 - delta <= 1*(fa + exp(eps)*md)",
            weights={2: "1"},
        ),
        Textbook(
            5,
            r"The mean over dataset, place and target: $\alpha_n+e^\epsilon\beta_n\ge1-\delta$.",
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
            r"Its mean: $e^\epsilon\alpha_n+\beta_n\ge1-\delta$.",
            "1 - delta <= 1*(exp(eps)*A + B)",
            fact="textbook.elementary-probability:mean",
            hypotheses={MEAN: 6},
            instance={"x": "1 - delta", "c": "1", "y": "exp(eps)*A + B"}
            | {"X": "1 - delta", "Y": "exp(eps)*fa + md"},
            over=("fa", "md"),
        ),
    ),
)

FRESH = Proof(
    "thesis.audit.event.fresh-data",
    where="err in [0,1], total in [0,1], gamma in [0,1]",
    steps=(
        Given(
            1,
            r"The runs that chose $E$ are independent of those that estimate $p_0$ and $p_1$: "
            "given them, $E$ is a fixed event, and the estimates have the law of the recipe.",
        ),
        OnClaim(
            2,
            r"With a fixed event the estimate errs with probability at most $\gamma$.",
            "err <= gamma",
            claim="thesis.audit.event.repaired",
            of_step=15,
            uses=(1,),
        ),
        Inequality(3, "For each choice of the event.", "err <= 1*gamma", weights={2: "1"}),
        Textbook(
            4,
            r"The mean over the runs that chose the event: the probability of an error is at most "
            r"$\gamma$.",
            "total <= 1*gamma",
            fact="textbook.elementary-probability:mean",
            hypotheses={MEAN: 3},
            instance={"x": "total", "c": "1", "y": "gamma", "X": "err", "Y": "gamma"},
            over=("err",),
        ),
    ),
)

ONE_TEST = Proof(
    "thesis.audit.seq",
    where="eps in [0,inf), guess in [0,inf), p in [0,1], q in [0,1], rej in [0,1], err in [0,1], "
    "gamma in [0,1]",
    steps=(
        Given(1, r"$\mathcal M$ is $\epsilon$-DP.", "p <= exp(eps)*q"),
        Inequality(
            2,
            "The exponential increases.",
            "exp(eps) <= exp(guess)",
            where="guess >= eps",
            monotone=("exp", "guess", "eps"),
        ),
        Inequality(
            3,
            r"If $\epsilon_0\ge\epsilon$, then $\mathcal M$ is $\epsilon_0$-DP: $H_0$ is true.",
            "p <= exp(guess)*q",
            where="guess >= eps",
            weights={1: "1", 2: "q"},
        ),
        Given(
            4,
            r"A true $H_0$ is rejected with probability at most $\gamma$.",
            "rej <= gamma",
            where="guess >= eps",
            uses=(3,),
        ),
        Given(5, r"An error is the report of an $\epsilon_0>\epsilon$, after a rejection."),
        Textbook(
            6,
            r"So an error is a part of a rejection.",
            "err <= rej",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 5},
            instance={"p": "err", "q": "rej"},
        ),
        Inequality(
            7,
            r"The error for $\epsilon_0\ge\epsilon$.",
            "err <= gamma",
            where="guess >= eps",
            weights={4: "1", 6: "1"},
        ),
        Given(
            8, r"For $\epsilon_0\le\epsilon$ no report is one.", "err <= 0", where="guess <= eps"
        ),
        Inequality(
            9,
            r"The error for $\epsilon_0\le\epsilon$.",
            "err <= gamma",
            where="guess <= eps",
            uses=(8,),
        ),
        Parts(10, "Every guess.", uses=(7, 9)),
    ),
)

UPWARDS = Proof(
    "thesis.audit.seq.repaired",
    where="rej in [0,1], err in [0,1], gamma in [0,1]",
    steps=(
        OnClaim(
            1,
            r"The first guess $\epsilon^\star>\epsilon$ of the list does not depend on the data. "
            r"Its rejection is an error of its test alone: it has probability at most $\gamma$.",
            "rej <= gamma",
            claim="thesis.audit.seq",
            of_step=7,
            instance={"err": "rej"},
        ),
        Given(
            2,
            r"Guesses are raised while they are rejected: a report of more than $\epsilon$ is one "
            r"of $\epsilon^\star$ or more, and needs the rejection of $\epsilon^\star$, whatever "
            "the dependence of the tests.",
        ),
        Textbook(
            3,
            r"So an error is a part of this rejection.",
            "err <= rej",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 2},
            instance={"p": "err", "q": "rej"},
        ),
        Inequality(
            4,
            r"The report is $\gamma$-correct.",
            "err <= gamma",
            weights={1: "1", 3: "1"},
        ),
    ),
)

GAME = Proof(
    "thesis.audit.mi.repaired",
    where="eps in [0,inf), d in [0,1], a in [0,1], b in [0,1], A in [0,1], B in [0,1], "
    "r in (0,inf), s in (0,inf), miss in [0,1], err in [0,1], f in [0,1], total in [0,1], "
    "gamma in [0,1]",
    steps=(
        Given(1, r"On the joint event of the intervals $\alpha\le\hat\alpha+r$.", "A <= a + r"),
        Given(2, r"On it also $\beta\le\hat\beta+s$.", "B <= b + s"),
        OnClaim(
            3,
            r"The first quotient is at most $e^\epsilon$ on this event.",
            "(1 - d - (b + s))/(a + r) <= exp(eps)",
            claim="thesis.fix.audit.mi",
            of_step=5,
            instance={"a": "a + r", "b": "b + s"},
            uses=(1, 2),
        ),
        OnClaim(
            4,
            r"So is the second one.",
            "(1 - d - (a + r))/(b + s) <= exp(eps)",
            claim="thesis.fix.audit.mi",
            of_step=6,
            instance={"a": "a + r", "b": "b + s"},
            uses=(1, 2),
        ),
        Parts(
            5,
            r"On the joint event the estimate, also where it is 0, is at most $\epsilon$: an error "
            "needs that the event fails.",
            uses=(3, 4),
        ),
        Given(
            6,
            r"Given $T_0,T_1\ge1$ the rounds are independent and the intervals are for these "
            r"numbers: the event fails with probability at most $\gamma$.",
            "miss <= gamma",
        ),
        Textbook(
            7,
            r"Given $T_0,T_1\ge1$ the audit errs with at most this probability.",
            "err <= miss",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 5},
            instance={"p": "err", "q": "miss"},
        ),
        Inequality(
            8,
            r"If $T_0T_1=0$ the estimate is 0, no error. So with $f=1(T_0T_1>0)$, given $T_0$ and "
            r"$T_1$ the audit errs with probability $f$ times this.",
            "f*err <= 1*gamma",
            weights={6: "f", 7: "f"},
        ),
        Textbook(
            9,
            r"The mean over $T_0$ and $T_1$.",
            "total <= 1*gamma",
            fact="textbook.elementary-probability:mean",
            hypotheses={MEAN: 8},
            instance={"x": "total", "c": "1", "y": "gamma", "X": "f*err", "Y": "gamma"},
            over=("f", "err", "miss"),
        ),
    ),
)
