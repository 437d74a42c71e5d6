"""Claims about Section 4.1: the proof of the minimax bound by two instances, step by step."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, sharpest


@checks("thesis.sec4.1.pulls")
def least_pulls(proof: Proof = WRITTEN) -> Verdict:
    """The least of K - 1 numbers that add up to at most T."""
    return proof.verdict(sharpness=sharpest("l <= T/(K-1)", {"l": 1, "T": 2, "K": 3}))


@checks("thesis.sec4.1.regrets")
def regret_and_event(proof: Proof = WRITTEN) -> Verdict:
    """T - N_1 and N_1 + 2 m against the event, for each sequence of plays."""
    return proof.verdict(sharpness=sharpest("i <= 2/T*(T-n)", {"i": 1, "T": 2, "n": 1}))


@checks("thesis.sec4.1.testing")
def errors_of_a_test(proof: Proof = WRITTEN) -> Verdict:
    """The regrets bound the errors of a test, and these the divergence."""
    return proof.verdict(sharpness=sharpest("p + q >= exp(-k)/2", {"p": 0, "q": 1, "k": 0}))


@checks("thesis.sec4.1.divergence")
def divergence_of_histories(proof: Proof = WRITTEN) -> Verdict:
    """The chain rule, the divergence of an arm, and its plays."""
    return proof.verdict(
        sharpness=sharpest("e*(2*D)**2/2 <= 2*T*D**2/(K-1)", {"e": 1, "T": 2, "K": 3, "D": 1})
    )


@checks("thesis.sec4.1.gap")
def best_gap(proof: Proof = WRITTEN) -> Verdict:
    """The bound for each gap, its largest value, and that the printed gap attains it."""
    return proof.verdict(
        sharpness=sharpest("D*exp(-D**2/(2*d**2)) <= d*exp(-1/2)", {"D": "1.001", "d": 1})
    )
