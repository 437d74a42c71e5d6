"""The environments that are open while a source is read."""

from dataclasses import dataclass
from .floats import Float
from .found import FoundProof, FoundStatement
from .list_items import OpenList

Target = tuple[str, str]
"""What a label names: the environment or counter, and its number."""


@dataclass
class Frame:
    """An environment that is open."""

    name: str
    real: str
    at: int
    ending: str
    """The command at which it ends."""
    statement: FoundStatement | None = None
    given: Target = ("", "")
    """What a label of the statement names."""
    proof: FoundProof | None = None
    proof_at: int = 0
    numbered: bool = False
    """Whether its rows and their labels are read already."""
    restore: tuple[str, int] | None = None
    float: Float | None = None
    items: OpenList | None = None
