"""A prover of inequalities between real functions, whose proofs a small kernel checks.

`prove(Statement.of(claim, domain))` gives a `Proof`, a `Disproof` or `Undecided`; `verify_proof`
checks the proof in a file by the kernel alone. What searches is loaded when it is first used: the
kernel needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .decision import prove
    from .outcomes import Disproof, Proof, Undecided
    from .proof_files import read_proof, text_of_proof, verify_proof
    from .statement import Statement

_ROOMS = {
    "decision": "prove",
    "outcomes": "Disproof Proof Undecided",
    "proof_files": "read_proof text_of_proof verify_proof",
    "statement": "Statement",
}
"""Where each name is defined."""

__all__ = [
    "Disproof",
    "Proof",
    "Statement",
    "Undecided",
    "prove",
    "read_proof",
    "text_of_proof",
    "verify_proof",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        for room, names in _ROOMS.items():
            if name in names.split():
                globals()[name] = getattr(import_module(f".{room}", __name__), name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
