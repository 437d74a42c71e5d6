"""How often a policy that stops is wrong, in runs that tell one with too little evidence apart."""

from banditproof.algorithms import simulate_identification
from banditproof.theory import BernoulliBandit


def wrong_answers(policy):
    """The wrong answers in 300 runs of two arms, each wrong with probability at most delta.

    A hundred runs to the end, and 200 on an instance that is hard to tell, up to 100 pulls: there
    those with a tenth of the evidence answer too early.
    """
    easy = simulate_identification(policy, BernoulliBandit((0.85, 0.4)), 100, rng=2026)
    hard = BernoulliBandit((0.52, 0.48))
    early = simulate_identification(policy, hard, 200, rng=2027, longest=100)
    assert easy.capped == 0
    return easy.errors + early.errors
