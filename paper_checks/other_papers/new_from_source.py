"""Makes a folder about a paper from its LaTeX source: a claim, or a draft, for each statement."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from ..drafts.formula_tokens import Unread
from ..drafts.judging_drafts import SECONDS, assumed, first_attempt
from ..statements.declared import Declared
from ..statements.document_header import RECORD
from ..statements.ids_in_texts import ENDING
from ..statements.text_reader import ClaimText
from ..statements.text_writer import written as written_text
from ..tex_source.read_paper import read_paper
from ..tex_source.statement_ids import new_ids
from ..tex_source.undeclared import local
from ..verdicts.verdict_words import only_defines
from .drifting_places import joined
from .new_folder import checked_new, example, made
from .skeletons import Skeletons
from .source_record import Record, named_digests, path_from, placed, watched_places, written

MOST_NOTES = 6
"""So many places are named where a source has no statement."""
UNTRIED = frozenset({"definition", "algorithm", "assumption", "convention", "notation"})
"""Kinds of statements that assert nothing, so that none of them is tried."""
HINTS = (
    (
        re.compile(r"regret|\barms?\b|bandit|\bUCB\b|polic(y|ies)", re.IGNORECASE),
        "For a bound on the regret: `banditproof bounds --means 0.8,0.6 --eps 1` prints what no "
        "policy can beat, `banditproof simulate my_module:make_policy` plays yours, and "
        "docs/written_proofs.md shows how a proof is written in steps.",
    ),
    (
        re.compile(r"laplace|gaussian|noise|mechanism|privat|privacy|\bDP\b", re.IGNORECASE),
        "For privacy: `banditproof audit my_module:make_policy --eps 1` checks a program "
        "(docs/auditing.md), and `banditproof account 'laplace(1)' --delta 1e-5` adds up noise.",
    ),
)
"""Words of statements that cannot be read, and what there is for these."""


@dataclass(frozen=True)
class FromSource:
    """A folder that was made, and what was found in the source."""

    files: Sequence[Path]
    statements: int
    proofs: int
    notes: Sequence[str]
    """What was not understood, each with file and line."""
    drafts: Sequence[str] = ()
    """What a first attempt found, or why a statement was left."""
    without_claims: Mapping[str, int] = field(default_factory=dict)
    """How many algorithms, figures and tables there are, of which no claim was made."""


WITHOUT_CLAIMS = frozenset({"algorithm", "figure", "table"})
"""Environments that often state something, and of which no claim is made."""
UNDECLARED = re.compile(r"environment (\w+) is declared nowhere")
"""How a note says that no line of a source declares an environment."""


def new_from_source(
    folder: Path,
    main: Path,
    aux: Path | None = None,
    title: str | None = None,
    prefix: str | None = None,
    attempt: bool = False,
) -> FromSource:
    """Make a folder whose claims are the statements of a source; nothing is overwritten.

    With `attempt`, statements that are inequalities get a draft.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as there:
    ...     main = Path(there) / "main.tex"
    ...     _ = main.write_text(r"\\newtheorem{lemma}{Lemma}\\begin{lemma}One.\\end{lemma}")
    ...     found = new_from_source(Path(there) / "my-paper", main)
    ...     (found.statements, sorted(file.name for file in found.files)[:4])
    (1, ['README.md', 'document.claims', 'example.claims', 'example.py'])
    """
    name, start, given = checked_new(folder, title, prefix)
    paper = read_paper(main, aux)
    if not paper.statements:
        seen = [note.removesuffix(".") for note in (*local(paper.absent), *paper.notes)]
        lost = next((one[1] for note in seen if (one := UNDECLARED.search(note))), None)
        mend = (
            "give the file with \\documentclass and \\newtheorem"
            if lost is None
            else f"declare its environments above \\begin{{document}}, such as "
            f"\\newtheorem{{{lost}}}{{{lost.capitalize()}}}, or give the file that declares them"
        )
        raise ValueError(
            f"{main} has no statement that was found; {mend}, or `banditproof new` without --from."
            + (f" Not understood: {'; '.join(seen[:MOST_NOTES])}." if seen else "")
        )
    ids = new_ids(paper.statements, start)
    skeletons = Skeletons(paper, ids)
    skeletons.title = given if title is not None else skeletons.title
    texts = skeletons.texts(name, start)
    words = {claim.id: claim.statement for text in texts.values() for claim in text.claims}
    known = named_digests(paper)
    statements = {id: written(one, paper, known, words[id]) for id, one in skeletons.ids.items()}
    places = {key: placed(one) for key, one in joined({}, watched_places(paper)).items()}
    record = Record(
        path_from(folder, main),
        path_from(folder, aux) if aux is not None else None,
        statements,
        places,
    )
    drafts: list[str] = []
    if attempt:
        texts = {file: _with_drafts(text, drafts) for file, text in texts.items()}
    contents = {file: written_text(text) for file, text in texts.items()}
    beside = example("example_from_source", _words(name, start, texts))
    files = made(folder, beside | contents | {RECORD: record.to_json()})
    proofs = sum(one.has_proof for one in paper.statements)
    kinds = Counter(one.environment.removesuffix("*") for one in places.values())
    bare = {kind: number for kind, number in kinds.items() if kind in WITHOUT_CLAIMS}
    return FromSource(files, len(statements), proofs, paper.notes, drafts, bare)


def _with_drafts(text: ClaimText, said: list[str], seconds: float = SECONDS) -> ClaimText:
    """The text with a draft for each statement that can be read; `said` gets a line for each."""
    entries = tuple(
        _tried(entry, said, seconds) if isinstance(entry, Declared) else entry
        for entry in text.entries
    )
    return replace(text, entries=entries)


def _tried(claim: Declared, said: list[str], seconds: float) -> Declared:
    if claim.kind in UNTRIED or claim.has_check:
        return claim
    try:
        draft = first_attempt(claim.statement, seconds)
    except Unread as why:
        hint = next((hint for words, hint in HINTS if words.search(claim.statement)), "")
        said.append(f"{claim.id}: left as it is. {why} {hint}".rstrip())
        return claim
    beside = assumed(claim.statement) if draft.word == "open" else ""
    said.append(
        f"{claim.id}: draft, not checked by a reader: {draft.text}{f'. {beside}' * bool(beside)}"
    )
    return replace(claim, draft=draft.text)


def _words(name: str, prefix: str, texts: Mapping[str, ClaimText]) -> dict[str, str]:
    """What stands for the words of the example: a statement, if one is true or false the first of
    these, and the files of all."""
    stated = {file: [claim.id for claim in text.claims] for file, text in texts.items()}
    all_of_them = [(file, claim) for file, text in texts.items() for claim in text.claims]
    asserted = [(file, claim) for file, claim in all_of_them if not only_defines(claim.kind)]
    file, first = (asserted or all_of_them)[0]
    rows = [
        f"| `{file}` | {len(ids)} statement{'s' * (len(ids) != 1)}: `{ids[0]}`"
        + (" and others |" if ids[1:] else " |")
        for file, ids in stated.items()
        if ids
    ]
    return {
        "@NAME@": name,
        "@EXAMPLE@": f"{prefix}.example-of-a-check",
        "@FILES@": "\n".join(rows),
        "@FIRST@": first.id,
        "@STEM@": file.removesuffix(ENDING),
    }
