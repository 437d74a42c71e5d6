"""What a witness is about, in words: the policy, the claim, and the neighbouring inputs."""

from fractions import Fraction
from banditproof.theory.shown_budgets import claim_of
from .declared_policies import DeclaredPolicy
from .neighbouring_inputs import Inputs
from .stated_claim import StatedClaim
from .table_objects import TableObject
from .witness import Witness

MOST_REWARDS = 12
"""So many rewards of a list are shown; behind them `...` stands."""
LONGEST = 30
"""So many signs of a number are shown."""


def policy_in_words(subject: TableObject | DeclaredPolicy) -> str:
    """The policy that a witness is about.

    >>> from banditproof.theory.budgets import PureDP
    >>> policy_in_words(DeclaredPolicy("dp-imed", {"arms": 3}, PureDP(1)))
    'dp-imed, made with arms 3'
    """
    if isinstance(subject, TableObject):
        states = len(subject.act)
        plural = "" if states == 1 else "s"
        return f"a table of {states} state{plural} with {subject.arms} arms, which the file has"
    if subject.name is None:
        return "an object that the file does not name"
    made = [f"{name} {value}" for name, value in subject.made_with.items() if name != "actions"]
    if "actions" in subject.made_with:
        made.append(f"{len(subject.made_with['actions'])} actions")
    return ", made with ".join([subject.name, *([", ".join(made)] if made else [])])


def claim_in_words(claim: StatedClaim) -> str:
    """The claim that a witness breaks.

    >>> from banditproof.algorithms.reward_space import RewardSpace
    >>> from banditproof.theory.budgets import PureDP
    >>> from banditproof.verify.definitions.notions import Notion
    >>> claim_in_words(StatedClaim(PureDP(1), Notion.TABLE, "actions", RewardSpace(), 2, None))
    'eps = 1 for the actions, notion table, rewards [0, 1], 2 arms, every horizon'
    """
    horizon = "every horizon" if claim.horizon is None else f"{claim.horizon} rounds"
    return (
        f"{claim_of(claim.budget)} for the {claim.output}, notion {claim.notion.value}, rewards "
        f"{claim.rewards}, {claim.arms} arm{'s' * (claim.arms != 1)}, {horizon}"
    )


def neighbours_in_words(inputs: Inputs) -> str:
    """The two inputs that a witness compares, and the round in which they differ.

    >>> from fractions import Fraction
    >>> zero, one = Fraction(0), Fraction(1)
    >>> neighbours_in_words(Inputs((zero, one), (one, one)))
    'rewards 0, 1 against 1, 1, which differ in round 1'
    >>> neighbours_in_words(Inputs(moves={(0,): (0, zero, zero), (0, 1): (1, zero, one)}))
    'an adversary with 2 moves; round 2 has reward 0 against 1 after the actions 0, 1'
    """
    if inputs.moves is not None:
        apart = [(after, m) for after, m in sorted(inputs.moves.items()) if m[1] != m[2]]
        moves = f"an adversary with {len(inputs.moves)} move{'s' * (len(inputs.moves) != 1)}"
        if not apart:
            return f"{moves}, which differ nowhere"
        prefix, (_, left, right) = apart[0]
        more = f", and {len(apart) - 1} more" if len(apart) > 1 else ""
        return (
            f"{moves}; round {len(prefix)} has reward {_short(left)} against {_short(right)} after "
            f"the actions {', '.join(map(str, prefix[:MOST_REWARDS]))}{more}"
        )
    pairs = zip(inputs.left, inputs.right, strict=False)
    rounds = [str(t) for t, (a, b) in enumerate(pairs, 1) if a != b]
    which = f"round{'s' * (len(rounds) != 1)} {', '.join(rounds[:MOST_REWARDS])}"
    shared = f", {len(inputs.contexts)} contexts in both" if inputs.contexts else ""
    lists = [
        ", ".join([*map(_short, side[:MOST_REWARDS]), *["..."] * (len(side) > MOST_REWARDS)])
        for side in (inputs.left, inputs.right)
    ]
    where = which if rounds else "no round"
    return f"rewards {' against '.join(lists)}, which differ in {where}{shared}"


def _short(number: Fraction) -> str:
    text = str(number)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def in_words(witness: Witness) -> tuple[str, str, str]:
    """The policy, the claim and the neighbours of a witness."""
    return (
        policy_in_words(witness.subject),
        claim_in_words(witness.claim),
        neighbours_in_words(witness.inputs),
    )
