"""The mutants of a claim together with those that stand below its proof as text."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

PROOF = "proof"
"""The subject of a check that is its proof."""


class WithMutants(Protocol):
    """A proof, as far as its mutants are concerned."""

    @property
    def id(self) -> str:
        """The ID of its claim."""

    @property
    def mutants(self) -> Mapping[str, Any]:
        """The changed proofs by their names."""


def with_mutants_of(
    proof: WithMutants, mutants: Mapping[str, Mapping[str, Any]], subjects: Mapping[str, Any]
) -> Mapping[str, Mapping[str, Any]]:
    """The mutants of a claim, then those of its proof, each made when its proof is asked for.

    Besides the proof, the latter have the subjects with which the claim is checked.
    """
    more = proof.mutants
    doubled = next((name for name in mutants if name in more), None)
    if doubled is not None:
        raise ValueError(
            f"The mutant {doubled!r} of {proof.id} stands in Python and below the proof as text; "
            "leave out one of them."
        )
    if not more:
        return mutants
    return {**mutants, **{name: MutantOfProof(more, name, subjects) for name in more}}


class MutantOfProof(Mapping[str, Any]):
    """The subjects of a mutant with a changed proof, which is made when it is asked for."""

    def __init__(self, proofs: Mapping[str, Any], name: str, subjects: Mapping[str, Any]) -> None:
        self._proofs, self._name = proofs, name
        self._others = {key: value for key, value in subjects.items() if key != PROOF}

    def __getitem__(self, subject: str) -> Any:
        return self._proofs[self._name] if subject == PROOF else self._others[subject]

    def __iter__(self) -> Iterator[str]:
        yield from self._others
        yield PROOF

    def __len__(self) -> int:
        return len(self._others) + 1

    def __repr__(self) -> str:
        return f"<the mutant {self._name!r}>"
