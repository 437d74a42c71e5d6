"""The last step of a statement with several parts: each is shown by a step."""

from dataclasses import dataclass
from typing import ClassVar
from .step import Step


@dataclass(frozen=True)
class Parts(Step):
    """The parts of a statement together; it says nothing beyond the steps that it uses.

    >>> from .proof import Proof
    >>> from .inequality import Inequality
    >>> from .cited import Words
    >>> square, root = (Inequality(n, "A part.", f"{t} >= 0") for n, t in ((1, "x^2"), (2, "x")))
    >>> both = Proof("bern.none", (square, root, Parts(3, "Both.", uses=(1, 2))), "x in [0,1]")
    >>> [step.verdict for step in both.run()[0]]
    ['proved', 'proved', 'proved']
    """

    kind: ClassVar[str] = "parts"
    joins: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.formula or len(self.uses) < 2:
            raise ValueError(
                f"Step {self.number} joins parts: give the numbers of two steps or more, and no "
                "separate formula."
            )
