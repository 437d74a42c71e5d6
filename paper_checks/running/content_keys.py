"""What decides the verdict of a claim, as one key: an edit of anything else leaves it as it is.

- the files of all modules that the claim's program may import, and the data beside them;
- its statement, as its text declares it, its proof as text with the lemmas in it, and the file of
  its certificates; of one with a formal proof all texts of the logic;
- the same of each claim that one of these files names, or that its proof cites;
- the program that runs checks; Python and the libraries.

What is not seen to be without effect counts, so a key may change in vain, and never too rarely.
"""

import hashlib
import json
import platform
import re
import sys
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple
from ..derivations.developments import formal_files, has_derivation
from ..proofs.real_cases import cases_of
from ..proofs.text.locating import places_of, with_its_lemmas
from ..proofs.theorems.kept_certificates import files_of
from ..statements.completed import Completed, completed
from ..statements.declared import Declared
from ..statements.documents import ROOM, SHIPPED
from .file_imports import KeptImports, file_of_imports
from .import_closure import Programs, programs_of_rooms

LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint", "numba")
RUNNING = tuple(
    f"{ROOM}.running.{name}"
    for name in ("runner", "single_check", "check_tasks", "process_guard", "verdicts_as_json")
)
"""The modules that run a check, which no claim imports."""
_WORD = re.compile(r"[A-Za-z_][\w\-]*(?:\.[\w\-]+)*")


class ProofOfClaim(NamedTuple):
    """A proof as text, or a lemma in it: the folder of its file, the text, the words of that."""

    folder: Path
    text: str
    words: frozenset[str]


class ContentKeys:
    """The keys of the claims of this package, from the files as they are now."""

    def __init__(self, kept: KeptImports | None = None) -> None:
        self.programs: Programs = programs_of_rooms(kept)
        declared = (claim for document in SHIPPED for claim in document.declared.values())
        self.claims: dict[str, Declared] = {claim.id: claim for claim in declared}
        self._whole: dict[str, Completed] = {}
        self._parts: dict[str, str] = {}
        self._ids: dict[str, frozenset[str]] = {}

    def key(self, id: str) -> str:
        """A digest of all that decides the verdict of a claim.

        >>> keys = content_keys()
        >>> keys.key("bern.thm3.1") == keys.key("bern.thm3.1") != keys.key("bern.thm4.3")
        True
        """
        digest = hashlib.sha256(f"{id} {self._machine}".encode())
        digest.update(repr(self._completed(id).doubts).encode())
        for other in sorted(self.named(id)):
            digest.update(self._part(other).encode())
        if has_derivation(id):
            digest.update(self._formal.encode())
        return digest.hexdigest()

    def named(self, id: str) -> set[str]:
        """The claims that the files of a claim's program or proof name, it and its repair, too."""
        results = {id, self._completed(id).repaired_by or id, *self.claims[id].rests_on}
        for module in self.modules(id):
            results |= self._quoted(module)
        # Every word of a proof that is an ID counts as a citation: one too many changes a key in
        # vain, one too few would keep a verdict that no longer holds.
        cited = (proof.words for item in results for proof in self._proofs(item))
        return results.union(*cited) & self.claims.keys()

    def modules(self, id: str) -> list[str]:
        """The module of a claim's program, and those of the programs that its proofs name."""
        program = self._completed(id).program
        result = {program[0]} if program is not None else set[str]()
        for proof in self._proofs(id):
            beside = self._beside.get(proof.folder, {})
            modules = {word.rpartition(".")[0] for word in proof.words if "." in word}
            result |= modules | {beside[name] for name in modules & beside.keys()}
        return sorted(result & self.programs.modules.keys())

    def _completed(self, id: str) -> Completed:
        """A claim with what its text leaves out."""
        if id not in self._whole:
            self._whole[id] = completed(self.claims[id])
        return self._whole[id]

    def _quoted(self, module: str) -> frozenset[str]:
        """The claims that the files name which a module may import."""
        if module not in self._ids:
            about = filter(self._is_about_claims, self.programs.closure(module))
            quoted = (self.programs.modules[item].facts.quoted for item in about)
            self._ids[module] = frozenset[str]().union(*quoted) & self.claims.keys()
        return self._ids[module]

    def _part(self, id: str) -> str:
        """What a claim contributes to the key of each that names it, and to its own."""
        if id not in self._parts:
            # where a text stands decides nothing
            stated = vars(self._completed(id)) | {"text": None, "line": 0}
            # as JSON, in which a verdict is the same word whether its program was imported or not
            digest = hashlib.sha256(json.dumps(stated, default=repr).encode())
            for name in self.modules(id):
                digest.update(self.programs.digest(name).encode())
            for proof in self._proofs(id):
                digest.update(proof.text.encode())
            for file in files_of(id):
                digest.update(file.read_bytes() if file.is_file() else b"")
            digest.update(json.dumps(cases_of(id)).encode())
            self._parts[id] = digest.hexdigest()
        return self._parts[id]

    @cached_property
    def _formal(self) -> str:
        """All texts of the logic: a formal proof may cite any of them."""
        digest = hashlib.sha256()
        for file in formal_files():
            digest.update(f"{file.name} ".encode() + file.read_bytes())
        return digest.hexdigest()

    def _proofs(self, id: str) -> Sequence[ProofOfClaim]:
        """The proofs as text that have the ID of a claim, and the lemmas that they take in."""
        return self._texts.get(id, ())

    @cached_property
    def _texts(self) -> dict[str, list[ProofOfClaim]]:
        texts: dict[str, list[ProofOfClaim]] = {}
        for document in SHIPPED:
            for (id, _), place in places_of(document).items():
                for block in with_its_lemmas(place):
                    words = frozenset(_WORD.findall(block.text))
                    proof = ProofOfClaim(block.path.parent, block.text, words)
                    texts.setdefault(id, []).append(proof)
        return texts

    @cached_property
    def _beside(self) -> dict[Path, dict[str, str]]:
        """The modules of each folder by their last names."""
        results: dict[Path, dict[str, str]] = {}
        for name, module in self.programs.modules.items():
            results.setdefault(module.path.parent, {})[name.rpartition(".")[2]] = name
        return results

    def _is_about_claims(self, module: str) -> bool:
        """Whether a module belongs to a document, or to what documents share."""
        return module.startswith(tuple(f"{ROOM}.{name}" for name in _DOCUMENTS))

    @cached_property
    def _machine(self) -> str:
        """Python, the libraries, and the programs that run checks."""
        numbers = (f"{name} {version(name)}" for name in LIBRARIES)
        running = [self.programs.modules[name].digest for name in RUNNING]
        running.append(self.programs.digest(f"{ROOM}.running.single_check"))
        return ", ".join((sys.version, platform.machine(), *numbers, *running))


_DOCUMENTS = (*(document.name for document in SHIPPED), "models", "document_figures")


@cache
def content_keys() -> ContentKeys:
    """The keys of the programs as they are when this process asks first."""
    kept = KeptImports(file_of_imports())
    keys = ContentKeys(kept)
    kept.keep()
    return keys
