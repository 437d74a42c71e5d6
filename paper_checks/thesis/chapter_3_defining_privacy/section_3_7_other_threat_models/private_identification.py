"""Claims about DP for best-arm identification: equations (3.4) and (3.5), stopping and output."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.exact_games import require, require_or_repair
from banditproof.paper_checks.models.policy_protocols import Actions, Row
from banditproof.theory import exact
from banditproof.verify.definitions.finite_policy import History
from banditproof.verify.definitions.identification import FiniteIdentification

Output = tuple[Actions, int, int]
"""(a_1, ..., a_T), the recommendation, and T."""

Project = Callable[[Output], object]


def strategy(halt: Callable[[History], Fraction]) -> FiniteIdentification:
    """Halts as given, else samples a fair coin; recommends a noisy copy of the last reward."""

    def sample(past: History) -> Row:
        going = (1 - halt(past)) / 2
        return going, going, halt(past)

    def recommend(past: History) -> Row:
        chance = Fraction(3 if past[-1][0] == past[-1][1] else 1, 4) if past else Fraction(1, 2)
        return 1 - chance, chance

    return FiniteIdentification(2, 6, sample, recommend)


PATIENT = strategy(lambda past: Fraction(1 + 2 * past[-1][1], 4) if past else Fraction(0))
"""Halts with probability 1/4 after a 0 and 3/4 after a 1: it stops almost surely."""

STUBBORN = strategy(lambda past: Fraction(int(len(past) == 1), 2))
"""Halts with probability 1/2 after one sample, and never again."""


def table_output_law(
    strategy: FiniteIdentification, table: Callable[[int, int], int], longest: int
) -> dict[Output, Fraction]:
    """(3.4) for all outputs of at most `longest` samples, on an infinite table given as a rule."""
    law: dict[Output, Fraction] = {}
    for horizon in range(longest + 1):
        for actions in product((0, 1), repeat=horizon):
            past = tuple((arm, table(t, arm)) for t, arm in enumerate(actions, 1))
            mass = prod(exact(strategy.sample(past[:t])[arm]) for t, arm in enumerate(actions))
            mass *= exact(strategy.sample(past)[2])
            for guess, chance in enumerate(strategy.recommend(past)):
                law[actions, guess, horizon] = mass * exact(chance)
    return law


def whole(output: Output) -> object:
    """The output (a^T, recommendation, T)."""
    return output


def without_recommendation(output: Output) -> object:
    """The printed output space [K]^* x N has no place for the recommendation."""
    actions, _, horizon = output
    return actions, horizon


def halting_step(samples: int) -> int:
    """Definition 2.18: tau is the first n with a_n = halt, so n = T + 1 after T samples."""
    return samples + 1


def printed_stopping_time(samples: int) -> int:
    """(3.4): T, both the number of samples and the stopping time."""
    return samples


def alternating(t: int, arm: int) -> int:
    """An infinite table: reward (t + arm) mod 2."""
    return (t + arm) % 2


def _identified(project: Project) -> tuple[Output, ...]:
    """Two outputs of positive mass that the projection identifies, if there are such."""
    known: dict[object, Output] = {}
    for output, mass in table_output_law(PATIENT, alternating, 2).items():
        if mass:
            first = known.setdefault(project(output), output)
            if first != output:
                return first, output
    return ()


def _first_halt(samples: int) -> int:
    """The first n with a_n = halt when the strategy samples `samples` times and then halts."""
    path: list[object] = [*([0] * samples), "halt"]
    return next(n for n, action in enumerate(path, start=1) if action == "halt")


Count = Callable[[int], int]
"""The stopping time after T samples, or the number of rewards that a transcript may depend on."""


@checks(
    "thesis.bai.dp",
    subjects={
        "project": (without_recommendation, whole),
        "count": (printed_stopping_time, halting_step),
    },
)
@mutant("tau = T", count=printed_stopping_time)
@mutant("the last reward never matters", rewards=lambda samples: samples - 1)
@mutant("no recommendation", project=without_recommendation)
def identification(
    project: Project, count: Count, rewards: Count = lambda samples: samples, proof: Proof = WRITTEN
) -> Verdict:
    """The output space; sums against the game played forward, which may never stop; the rewards."""
    same = _identified(project)
    wrong = [n for n in range(5) if count(n) != _first_halt(n)]
    require_or_repair(
        not same and not wrong,
        "The mechanism is not well-formed. (3.4) has three arguments, so the output space must be "
        "[K]^* x [K] x N, printed without the recommendation; and T counts samples, while the "
        "stopping time of Definition 2.18 counts the halting step too: tau = T + 1. The formula "
        "itself stands.",
        one_element_of_the_output_space=same,
        T_with_another_stopping_time=wrong,
    )
    for strategy, longest in product((PATIENT, STUBBORN), (1, 2, 5)):
        rows = tuple((alternating(t, 0), alternating(t, 1)) for t in range(1, longest + 1))
        played = replace(strategy, rounds=longest).law(rows)
        halted = {output: mass for output, mass in played.items() if output[1] is not None}
        law = table_output_law(strategy, alternating, longest)
        results = {(actions, guess): p for (actions, guess, _), p in law.items() if p}
        finding = "(3.4) is not the law of the outputs of the game."
        sums = sum(results.values()), sum(halted.values())
        require(results == halted, finding, longest=longest, sums=sums)
    never = 1 - sum(table_output_law(STUBBORN, alternating, 6).values())
    # which rewards change the probability of some output of two samples
    samples, used = 2, 0
    first = table_output_law(PATIENT, alternating, samples)
    for at in range(1, samples + 1):

        def changed(t: int, arm: int, at: int = at) -> int:
            return alternating(t, arm) ^ (t == at)

        second = table_output_law(PATIENT, changed, samples)
        used += any(first[o] != second[o] for o in first if o[2] == samples)
    matter = rewards(samples)
    require(used == matter, "Other rewards matter.", T=samples, used=used, claimed=matter)
    return proof.verdict(
        "The masses of all outputs with at most n samples sum to P(tau <= n + 1), which stays at "
        f"{1 - never} for a strategy that halts after one sample or never, and unlike in regret "
        "minimisation the last reward counts, through halting and recommendation."
    )


Queried = Callable[[Actions], int]
"""q_t = B_t(a_1, ..., a_t) for an identification strategy."""


Entry = Callable[[int, int, int], int]
"""The reward of a round from the round, the query and the action."""


def queried_output_law(
    strategy: FiniteIdentification, query: Queried, longest: int, entry: Entry
) -> dict[Output, Fraction]:
    """(3.4) with queries: each factor sees q_1, x_(1,q_1), ... in the place of its own actions."""
    law: dict[Output, Fraction] = {}
    for horizon in range(longest + 1):
        for actions in product((0, 1), repeat=horizon):
            labels = [query(actions[:t]) for t in range(1, horizon + 1)]
            past = tuple((q, entry(t, q, actions[t - 1])) for t, q in enumerate(labels, 1))
            mass = prod(exact(strategy.sample(past[:t])[arm]) for t, arm in enumerate(actions))
            mass *= exact(strategy.sample(past)[2])
            for guess, chance in enumerate(strategy.recommend(past)):
                law[actions, guess, horizon] = mass * exact(chance)
    return law


def queried_entry(t: int, query: int, action: int) -> int:
    """x_(t, q_t) of the alternating table."""
    return alternating(t, query)


@checks("thesis.sec3.7.bai_interactive")
@mutant("rewards of the own column", entry=lambda t, query, action: alternating(t, action))
@mutant("the recommendation is left out", project=without_recommendation)
def interactive_identification(
    entry: Entry = queried_entry, project: Project = whole, proof: Proof = WRITTEN
) -> Verdict:
    """(3.4) with queries: with B = id it is (3.4); the outputs against another adversary."""
    own = queried_output_law(PATIENT, lambda a: a[-1], 4, entry)
    same = own == table_output_law(PATIENT, alternating, 4)
    require(same, "With B = id this is not (3.4).", outputs=len(own))
    other = queried_output_law(PATIENT, lambda a: 1 - a[-1], 6, entry)
    names = {project(output) for output, mass in other.items() if mass}
    outputs = [output for output, mass in other.items() if mass]
    finding = "Two outputs are one element of the output space."
    require(len(names) == len(outputs), finding, elements=len(names), outputs=len(outputs))
    halted = {}
    for (actions, _, horizon), mass in other.items():
        seen = tuple((1 - a, alternating(t, 1 - a)) for t, a in enumerate(actions, 1))
        going = prod(exact(PATIENT.sample(seen[:t])[arm]) for t, arm in enumerate(actions))
        stops = exact(PATIENT.sample(seen)[2])
        halted[actions] = going * stops
        require(mass <= halted[actions], "The rewards are not those of the queries.", T=horizon)
    total = sum(other.values())
    require(total == sum(halted.values()), "The masses are not a law.", sum=total)
    # after at least one sample it goes on with probability at most 3/4
    left = Fraction(3, 4) ** 6
    require(1 - left <= total <= 1, "The strategy does not stop.", mass=total, at_least=1 - left)
    return proof.verdict(
        "With queries in the memory, (3.4) is a law on outputs for each adversary, since it is a "
        "product of kernels; with B = id it is the Table mechanism. Against the adversary who "
        f"always queries the other arm a strategy stops within six samples with mass {total}."
    )
