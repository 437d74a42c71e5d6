"""Claims about Section 4.1: the proof of the minimax bound by two instances, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
    sharpest,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

MEAN = "textbook.elementary-probability:mean"
SETTING = r"With $\mu=(\Delta,0,\dots,0)$, unit variances, and $i$ the suboptimal arm "
SETTING += r"with the least $\mathbb E_\mu N_i(T)$"


PULLS = Proof(
    "thesis.sec4.1.pulls",
    where="T in [0,inf), K in [2,inf), l in [0,inf), e in [0,inf), s in [0,inf)",
    steps=(
        Given(1, "The least l is at most the expected plays e of each suboptimal arm.", "e >= l"),
        Textbook(
            2,
            "So the expected plays of the K - 1 suboptimal arms add up to at least K - 1 times l.",
            "s >= (K-1)*l",
            fact="textbook.elementary-probability:sum below",
            over=("e",),
            hypotheses={"X_t >= c + b Z_t for each t": 1},
            instance={"X": "e", "c": "l", "b": "0", "Z": "0", "x": "s", "n": "K-1", "z": "0"},
        ),
        Given(3, "They add up to at most T, with the plays of arm 1 to T.", "s <= T"),
        Inequality(4, "Therefore.", "l <= T/(K-1)", uses=(2, 3)),
    ),
)


@checks(
    "thesis.sec4.1.pulls",
    mutants={
        "sharper: T/K": {"proof": PULLS.changed(4, formula="l <= T/K")},
        "sharper: 99 % of it": {"proof": PULLS.changed(4, formula="l <= 0.99*T/(K-1)")},
        "all K arms": {"proof": PULLS.changed(2, formula="s >= K*l")},
        "the largest for the least": {"proof": PULLS.changed(1, formula="e <= l")},
    },
)
def least_pulls(proof: Proof = PULLS) -> Verdict:
    """The least of K - 1 numbers that add up to at most T."""
    return proof.verdict(
        "The expected plays add up to T, and the least of K - 1 of them is at most their mean; a "
        "policy that never plays arm 1 and the others alike attains it.",
        sharpness=sharpest("l <= T/(K-1)", {"l": 1, "T": 2, "K": 3}),
    )


REGRETS = Proof(
    "thesis.sec4.1.regrets",
    where="T in (0,inf), D in (0,inf), n in [0,inf), m in [0,inf), i in [0,1], j in [0,1], "
    "p in [0,1], q in [0,1], v in [0,inf), w in [0,inf), g in [0,inf), h in [0,inf)",
    parts=(6,),
    steps=(
        Given(1, "For each sequence of plays: arm 1 is played n = N_1 times.", "n <= T"),
        Given(2, "i = 1 if n <= T/2, and 0 if not.", "i*n <= i*T/2"),
        Inequality(
            3,
            "T - n is at least i T/2.",
            "i <= 2/T*(T-n)",
            uses=(1, 2),
            rest="2/T*((1-i)*(T-n) + (i*T/2-i*n))",
        ),
        Textbook(
            4,
            "The mean under mu: p is the probability of the event, v the mean of T - N_1.",
            "p <= 2/T*v",
            fact=MEAN,
            over=("i", "n"),
            hypotheses={"X <= c Y at every outcome": 3},
            instance={"X": "i", "c": "2/T", "Y": "T-n", "x": "p", "y": "v"},
        ),
        Given(5, "Every arm but the first has the gap D under mu.", "g == D*v"),
        Inequality(6, "The regret under mu.", "g >= T*D/2*p", uses=(5,), weights={4: "T*D/2"}),
        Given(7, "j = 1 if n > T/2, and 0 if not.", "j*n >= j*T/2"),
        Inequality(
            8,
            "n is at least j T/2; the m plays of arms that are neither 1 nor i only add to it.",
            "j <= 2/T*(n+2*m)",
            uses=(7,),
            rest="2/T*((1-j)*n + (j*n-j*T/2) + 2*m)",
        ),
        Textbook(
            9,
            "The mean under mu': q is the probability of the event, w the mean of N_1 + 2 m.",
            "q <= 2/T*w",
            fact=MEAN,
            over=("j", "m", "n"),
            hypotheses={"X <= c Y at every outcome": 8},
            instance={"X": "j", "c": "2/T", "Y": "n+2*m", "x": "q", "y": "w"},
        ),
        Given(
            10,
            "Under mu' arm 1 has the gap D, and those that are neither 1 nor i have 2 D.",
            "h == D*w",
        ),
        Inequality(11, "The regret under mu'.", "h >= T*D/2*q", uses=(10,), weights={9: "T*D/2"}),
    ),
)


@checks(
    "thesis.sec4.1.regrets",
    mutants={
        "sharper: 51/100 for 1/2": {"proof": REGRETS.changed(6, formula="g >= 0.51*T*D*p")},
        "sharper: 51/100 for 1/2 under mu'": {
            "proof": REGRETS.changed(11, formula="h >= 0.51*T*D*q")
        },
        "the event with n <= 2T/3": {"proof": REGRETS.changed(2, formula="i*n <= 2*i*T/3")},
        "the event with n > T/3": {"proof": REGRETS.changed(7, formula="j*n >= j*T/3")},
        "half of the gap": {"proof": REGRETS.changed(5, formula="g == D*v/2")},
        "half of the gap under mu'": {"proof": REGRETS.changed(10, formula="h == D*w/2")},
    },
)
def regret_and_event(proof: Proof = REGRETS) -> Verdict:
    """T - N_1 and N_1 + 2 m against the event, for each sequence of plays."""
    return proof.verdict(
        "In units of the gap the regrets are the means of T - N_1 and of N_1 + 2 N_rest; these are "
        "at least T/2 on the event, and never negative. N_1 = T/2 attains the first.",
        sharpness=sharpest("i <= 2/T*(T-n)", {"i": 1, "T": 2, "n": 1}),
    )


TESTING = Proof(
    "thesis.sec4.1.testing",
    where="T in (0,inf), D in (0,inf), p in [0,1], q in [0,1], k in [0,inf), "
    "g in [0,inf), h in [0,inf)",
    parts=(3,),
    steps=(
        OnClaim(
            1,
            "The regret under mu.",
            "g >= T*D/2*p",
            claim="thesis.sec4.1.regrets",
            of_step=6,
        ),
        OnClaim(
            2,
            "The regret under mu'.",
            "h >= T*D/2*q",
            claim="thesis.sec4.1.regrets",
            of_step=11,
        ),
        Inequality(3, "Their sum.", "g + h >= T*D/2*(p+q)", weights={1: "1", 2: "1"}),
        Textbook(
            4,
            "The event A under the two laws of the plays; if their divergence is infinite, the "
            "right side is 0.",
            "p + q >= exp(-k)/2",
            fact="textbook.bretagnolle-huber",
            instance={"p": "p", "q": "q", "k": "k"},
        ),
        Inequality(
            5,
            "Both together.",
            "g + h >= T*D/4*exp(-k)",
            weights={3: "1", 4: "T*D/2"},
        ),
    ),
)


@checks(
    "thesis.sec4.1.testing",
    mutants={
        "without its factor 1/2": {"proof": TESTING.changed(4, formula="p + q >= exp(-k)")},
        "sharper: 0.26 for 1/4": {"proof": TESTING.changed(5, formula="g + h >= 0.26*T*D*exp(-k)")},
        "sharper: 0.51 for 1/2": {"proof": TESTING.changed(3, formula="g + h >= 0.51*T*D*(p+q)")},
        "the regret of one instance": {"proof": TESTING.changed(5, formula="g >= T*D/4*exp(-k)")},
    },
)
def errors_of_a_test(proof: Proof = TESTING) -> Verdict:
    """The regrets bound the errors of a test, and these the divergence."""
    return proof.verdict(
        "The inequality of Bretagnolle and Huber for the event A.",
        sharpness=sharpest("p + q >= exp(-k)/2", {"p": 0, "q": 1, "k": 0}),
    )


HISTORIES = Proof(
    "thesis.sec4.1.divergence",
    where="T in [0,inf), K in [2,inf), D in [0,inf), d in [0,inf), x in (-inf,inf), "
    "loss in (-inf,inf), mean in (-inf,inf), div in [0,inf), whole in [0,inf), total in [0,inf), "
    "arm in [0,inf), draw in [0,inf), pair in [0,inf), round in [0,inf), sum in [0,inf), "
    "e in [0,inf)",
    steps=(
        Given(
            1,
            r"$\mathbb M$ is the law of the actions, a function of the history, of the law "
            r"$\mathbb P$.",
        ),
        Textbook(
            2,
            r"$\mathrm{KL}(\mathbb M_\mu\|\mathbb M_{\mu'})\le\mathrm{KL}(\mathbb P_\mu\|"
            r"\mathbb P_{\mu'})$.",
            "div <= whole",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 1},
            instance={"after": "div", "before": "whole"},
        ),
        Given(
            3,
            r"Given the past the policy draws $a_t$ from the same law under both, and the reward "
            r"has the law $P_{a_t}$ or $P'_{a_t}$.",
            "draw == 0",
        ),
        Textbook(
            4,
            "A round adds the divergence of the arms, and the mean of that of the rewards.",
            "round == draw + pair",
            fact="textbook.chain-rule",
            instance={"joint": "round", "first": "draw", "rest": "pair"},
        ),
        Inequality(5, "So the mean of that of the rewards.", "round == pair", uses=(3, 4)),
        Textbook(
            6,
            r"$\mathrm{KL}(\mathbb P_\mu\|\mathbb P_{\mu'})=\mathbb E_\mu\sum_t\mathrm{KL}(P_{a_t}"
            r"\|P'_{a_t})$.",
            "whole == total",
            fact="textbook.chain-rule:sum",
            hypotheses={"the conditional divergence of each round is X": 5},
            instance={"joint": "whole", "total": "total"},
        ),
        Identity(
            7,
            r"For arm $i$, with the means 0 and $d=2\Delta$, the log-ratio of the normal densities "
            "at $x$ is linear in $x$.",
            "-x**2/2 + (x - d)**2/2 == d**2/2 + (-d)*x",
        ),
        Textbook(
            8,
            "So its mean is that at the mean,",
            "arm == d**2/2 + (-d)*mean",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 7},
            instance={"x": "arm", "z": "mean", "c": "d**2/2", "b": "-d", "Z": "x"}
            | {"X": "-x**2/2 + (x - d)**2/2"},
            over=("x",),
        ),
        Given(9, "which is 0.", "mean == 0"),
        Inequality(10, r"$\mathrm{KL}(P_i\|P'_i)=d^2/2$.", "arm == d**2/2", uses=(8, 9)),
        Given(
            11,
            r"A play of arm $a$ adds $\mathrm{KL}(P_a\|P'_a)$; the other arms have one law under "
            r"both, and add 0.",
            uses=(10,),
        ),
        Textbook(
            12,
            r"It is $\sum_a\mathbb E_\mu[N_a]\mathrm{KL}("
            r"P_a\|P'_a)$, which is $\mathbb E_\mu[N_i]\,\mathrm{KL}(P_i\|P'_i)$.",
            "total == e*arm",
            fact="textbook.elementary-probability:weighted sum",
            hypotheses={"X is the sum of b_a Y_a over finitely many a": 11},
            instance={"x": "total", "y": "e*arm"},
        ),
        Inequality(13, "Together.", "whole == e*(d**2/2)", uses=(6, 10, 12)),
        Given(14, r"$d=2\Delta$.", "d == 2*D"),
        OnClaim(
            15,
            r"$\mathbb E_\mu N_i\le T/(K-1)$.",
            "e <= T/(K-1)",
            claim="thesis.sec4.1.pulls",
            of_step=4,
            instance={"l": "e"},
        ),
        Inequality(
            16,
            "The last term.",
            "div <= 2*T*D**2/(K-1)",
            uses=(13, 14),
            weights={2: "1", 15: "2*D**2"},
        ),
    ),
    parts=(2, 6, 12, 13),
)


@checks(
    "thesis.sec4.1.divergence",
    mutants={
        "half of the divergence of an arm": {
            "proof": HISTORIES.changed(10, formula="arm == d**2/4")
        },
        "all rounds": {"proof": HISTORIES.changed(13, formula="whole == T*(d**2/2)")},
        "three times the gap": {"proof": HISTORIES.changed(14, formula="d == 3*D")},
        "sharper: 1.99 by the steps": {
            "proof": HISTORIES.changed(16, formula="div <= 1.99*T*D**2/(K-1)")
        },
    },
)
def divergence_of_histories(proof: Proof = HISTORIES) -> Verdict:
    """The chain rule, the divergence of an arm, and its plays."""
    return proof.verdict(
        "Data processing, the chain rule along the history (the policy's terms cancel), KL(N(0, 1) "
        "|| N(2D, 1)) = (2D)^2/2, and E N_i <= T/(K-1). A policy that plays arm i once and then "
        "copies its reward loses nothing in the first step.",
        sharpness=sharpest("e*(2*D)**2/2 <= 2*T*D**2/(K-1)", {"e": 1, "T": 2, "K": 3, "D": 1}),
    )


GAP = Proof(
    "thesis.sec4.1.gap",
    where="T in (0,inf), K in (1,inf), D in (0,inf), k in [0,inf), g in [0,inf), h in [0,inf), "
    "d in (0,inf)",
    parts=(4, 7, 8),
    steps=(
        OnClaim(
            1,
            "The sum of the regrets.",
            "g + h >= T*D/4*exp(-k)",
            claim="thesis.sec4.1.testing",
            of_step=5,
        ),
        OnClaim(
            2,
            "The divergence.",
            "k <= 2*T*D**2/(K-1)",
            where="K >= 2",
            claim="thesis.sec4.1.divergence",
            of_step=16,
            instance={"div": "k"},
        ),
        Inequality(
            3,
            "Its exponential.",
            "exp(-k) >= exp(-2*T*D**2/(K-1))",
            where="K >= 2",
            monotone=("exp", "-k", "-2*T*D**2/(K-1)"),
            weights={2: "1"},
        ),
        Inequality(
            4,
            "The bound for each gap.",
            "g + h >= T*D/4*exp(-2*T*D**2/(K-1))",
            where="K >= 2",
            weights={1: "1", 3: "T*D/4"},
        ),
        Inequality(
            5,
            "Such a function of the gap D has its largest value at d.",
            "D*exp(-D**2/(2*d**2)) <= d*exp(-1/2)",
        ),
        Given(6, "Let d be the printed gap: its square is (K - 1)/(4 T).", "K == 1 + 4*T*d**2"),
        Inequality(
            7,
            "So no gap gives more than this.",
            "T*D/4*exp(-2*T*D**2/(K-1)) <= T*d/4*exp(-1/2)",
            uses=(6,),
            weights={5: "T/4"},
        ),
        Identity(
            8,
            "The printed gap gives it.",
            "T*d/4*exp(-2*T*d**2/(K-1)) == T*d/4*exp(-1/2)",
            uses=(6,),
        ),
        Identity(
            9,
            "It is the root of T (K - 1), over 8, times the exponential.",
            "(T*d/4)**2 == T*(K-1)/64",
            uses=(6,),
        ),
    ),
)


@checks(
    "thesis.sec4.1.gap",
    mutants={
        "a gap twice as large": {"proof": GAP.changed(6, formula="K == 1 + T*d**2")},
        "sharper: a gap 1 % larger": {"proof": GAP.changed(6, formula="K == 1 + 4*T*(d/1.01)**2")},
        "sharper: 0.99 of the largest value": {
            "proof": GAP.changed(5, formula="D*exp(-D**2/(2*d**2)) <= 0.99*d*exp(-1/2)")
        },
        "sharper: 0.99 of the bound for all gaps": {
            "proof": GAP.changed(7, formula="T*D/4*exp(-2*T*D**2/(K-1)) <= 0.99*T*d/4*exp(-1/2)")
        },
        "half of the divergence": {
            "proof": GAP.changed(4, formula="g + h >= T*D/4*exp(-T*D**2/(K-1))")
        },
        "twice the testing": {"proof": GAP.changed(1, formula="g + h >= T*D/2*exp(-k)")},
        "a smaller divergence": {"proof": GAP.changed(2, formula="k <= T*D**2/(K-1)")},
        "a sixth of the root": {"proof": GAP.changed(9, formula="(T*d/4)**2 == T*(K-1)/36")},
    },
)
def best_gap(proof: Proof = GAP) -> Verdict:
    """The bound for each gap, its largest value, and that the printed gap attains it."""
    return proof.verdict(
        "The bound is at most e^(-1/2)/8 sqrt(T (K-1)), with equality at the printed gap, so one "
        "regret is at least 1/26.4 of the root.",
        sharpness=sharpest("D*exp(-D**2/(2*d**2)) <= d*exp(-1/2)", {"D": "1.001", "d": 1}),
    )
