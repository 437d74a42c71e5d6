"""Claims about a policy and its users: Example 1 and Algorithm 1 of the introduction."""

from fractions import Fraction
from math import inf
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models import formal_products as formal
from banditproof.paper_checks.models.exact_games import require
from banditproof.paper_checks.models.neighbouring_laws import TABLES, table_laws
from banditproof.paper_checks.models.policy_protocols import HALF, Kernel, kernel_as_machine
from banditproof.paper_checks.models.separating_policies import keeps_what_pays
from banditproof.paper_checks.verdicts.vocabulary import proved

DOCTOR = keeps_what_pays(HALF)
"""Recommends the last medicine again if it cured, else the other one."""
HEALTHY = Fraction(3, 4)
"""Of a cure for a patient without a second condition."""


@checks("zcdp.ex1")
@mutant("a coin for every patient", doctor=lambda seen: HALF)
@mutant("always the second medicine", doctor=lambda seen: (Fraction(0), Fraction(1)))
@mutant("outcomes that do not depend on health", sick=Fraction(3, 4))
def patients_and_medicines(doctor: Kernel = DOCTOR, sick: Fraction = Fraction(1, 10)) -> Verdict:
    """Bayes' rule for an outcome; cures and leaks of a doctor who keeps what cured."""
    belief = HEALTHY / (HEALTHY + sick)
    require(belief != Fraction(1, 2), "A cure reveals nothing.", belief=belief)
    law = TABLES.law(doctor, 3, ((0, 1),) * 3)  # the second medicine always cures
    cures = sum(mass * sum(path) for path, mass in law.items())
    require(cures > Fraction(3, 2), "A coin cures as many of three patients.", cures=cures)
    ratio = table_laws(kernel_as_machine(doctor), 3).ratio()
    require(ratio == inf, "The recommendations reveal no reaction.", largest_ratio=ratio)
    return proved(
        f"A cure moves the belief that a patient is healthy from 1/2 to {belief}. A doctor who "
        f"keeps what cured heals {cures} of 3 patients where a coin heals 3/2, if one of two "
        "medicines always cures; but her recommendations give reactions away for certain.",
        universal=None,
    )


@checks("zcdp.alg1")
@mutant(
    "the user sends the reward of another arm",
    reward=lambda a, label: ("x", formal.number(a), "another arm"),
)
@mutant("the next user sends hers", reward=lambda a, label: ("x", "t + 1", a[-1]))
@mutant("the first user sends hers again", reward=lambda a, label: ("x", 1, a[-1]))
def interaction_of_the_introduction(reward: formal.Namer = formal.table_entry) -> Verdict:
    """What a round shows, as a term, and the mass of the law of one policy."""
    finding = "The policy sees other entries than its own past ones."
    formal.require_one_law((formal.own, reward), (formal.own, formal.own_entry), finding)
    for table in TABLES.every(2, 2, (0, 1)):
        mass = sum(TABLES.law(DOCTOR, 3, table).values())
        require(mass == 1, "The actions have no law.", table=table, mass=mass)
    return proved()
