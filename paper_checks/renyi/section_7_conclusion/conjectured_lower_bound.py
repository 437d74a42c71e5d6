"""The conjecture at the end of the Renyi paper on lower bounds under Renyi DP."""

from dataclasses import replace
from banditproof.paper_checks.checking import WRITTEN, Outcome, Proof, Verdict, checks, undecided


@checks("renyi.conj.asymptotic")
def at_a_fixed_budget(proof: Proof = WRITTEN) -> Verdict:
    """The bound without privacy is of the order log T, above every multiple of its root."""
    verdict = proof.verdict(
        "The bound of Lai and Robbins, which has nothing to do with privacy, grows faster: any "
        "constant could stand before the root.",
        instances="None beside the steps.",
        beyond="The intended statement: renyi.conj, with a constant for all budgets.",
    )
    done = verdict.outcome == Outcome.HOLDS
    return replace(verdict, outcome=Outcome.HOLDS_VACUOUSLY) if done else verdict


@checks("renyi.conj")
def with_a_free_constant() -> Verdict:
    """Nothing decides it."""
    return undecided(
        "Neither a proof nor a counterexample. At a single horizon no such bound can hold: a "
        "consistent policy may play one arm until then, without any regret where it is the best.",
        not_covered="The statement itself. The minimax bounds (zcdp.fix.thm17) are of the order "
        "sqrt(1/rho), without log T.",
    )
