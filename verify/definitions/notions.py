"""The words of the privacy definitions: what an adversary may vary, and what a policy remembers."""

from enum import StrEnum


class Notion(StrEnum):
    """What an adversary may vary; neighbours always differ in the input of one round.

    `view`: a list of rewards, one for each round, whatever arm is pulled. `table`: a row of
    potential rewards for each round, of which the pulled arm's is seen. `interactive`: a table,
    and the adversary chooses adaptively which entry of the row the policy sees, with its label.
    `adaptive`: a tree, that is, each reward is chosen adaptively (adaptive continual release).
    Thesis, Definitions 3.2, 3.3, 3.5 and 3.9.
    """

    VIEW = "view"
    TABLE = "table"
    INTERACTIVE = "interactive"
    ADAPTIVE = "adaptive"


def notion_of(name: Notion | str) -> Notion:
    """The notion of a name; an unknown one raises a ValueError with all names.

    >>> notion_of("view")
    <Notion.VIEW: 'view'>
    """
    try:
        return Notion(name)
    except ValueError:
        names = ", ".join(notion.value for notion in Notion)
        raise ValueError(f"The notion is {name!r}; give one of {names}.") from None


class Reading(StrEnum):
    """What the word policy means; the two are not equivalent for adaptive adversaries.

    `kernel`: each action is drawn afresh from a law that depends on the visible history of labels
    and rewards only. `machine`: the policy keeps a hidden state, such as a noise drawn once, and
    its privacy is that of the joint law of its actions.
    """

    KERNEL = "kernel"
    MACHINE = "machine"
