"""Claims about Section 4.1: the proof of the minimax bound by two instances, step by step."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, sharpest


@checks("thesis.sec4.1.pulls")
def least_pulls(proof: Proof = WRITTEN) -> Verdict:
    """The least of K - 1 numbers that add up to at most T."""
    return proof.verdict(
        "The expected plays add up to T, and the least of K - 1 of them is at most their mean; a "
        "policy that never plays arm 1 and the others alike attains it.",
        sharpness=sharpest("l <= T/(K-1)", {"l": 1, "T": 2, "K": 3}),
    )


@checks("thesis.sec4.1.regrets")
def regret_and_event(proof: Proof = WRITTEN) -> Verdict:
    """T - N_1 and N_1 + 2 m against the event, for each sequence of plays."""
    return proof.verdict(
        "In units of the gap the regrets are the means of T - N_1 and of N_1 + 2 N_rest; these are "
        "at least T/2 on the event, and never negative. N_1 = T/2 attains the first.",
        sharpness=sharpest("i <= 2/T*(T-n)", {"i": 1, "T": 2, "n": 1}),
    )


@checks("thesis.sec4.1.testing")
def errors_of_a_test(proof: Proof = WRITTEN) -> Verdict:
    """The regrets bound the errors of a test, and these the divergence."""
    return proof.verdict(
        "The inequality of Bretagnolle and Huber for the event A.",
        sharpness=sharpest("p + q >= exp(-k)/2", {"p": 0, "q": 1, "k": 0}),
    )


@checks("thesis.sec4.1.divergence")
def divergence_of_histories(proof: Proof = WRITTEN) -> Verdict:
    """The chain rule, the divergence of an arm, and its plays."""
    return proof.verdict(
        "Data processing, the chain rule along the history (the policy's terms cancel), KL(N(0, 1) "
        "|| N(2D, 1)) = (2D)^2/2, and E N_i <= T/(K-1). A policy that plays arm i once and then "
        "copies its reward loses nothing in the first step.",
        sharpness=sharpest("e*(2*D)**2/2 <= 2*T*D**2/(K-1)", {"e": 1, "T": 2, "K": 3, "D": 1}),
    )


@checks("thesis.sec4.1.gap")
def best_gap(proof: Proof = WRITTEN) -> Verdict:
    """The bound for each gap, its largest value, and that the printed gap attains it."""
    return proof.verdict(
        "The bound is at most e^(-1/2)/8 sqrt(T (K-1)), with equality at the printed gap, so one "
        "regret is at least 1/26.4 of the root.",
        sharpness=sharpest("D*exp(-D**2/(2*d**2)) <= d*exp(-1/2)", {"D": "1.001", "d": 1}),
    )
