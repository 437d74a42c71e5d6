"""Opens a folder about a paper: imports its programs, and lets its claims join the others.

Opening runs the code of the folder, so nothing opens one that was not asked for by its path or, for
an installed one, by its name. Commands let it run in a process apart, so that what judges the texts
of the folder imports none of it; where the texts alone are wanted, none of its code runs.
"""

from pathlib import Path
from ..proofs.listed_facts import read_sources
from ..proofs.text import forget_written_proofs
from ..proofs.theorems.kept_certificates import certificates_in
from ..report.graphs.claim_graph import ProofGraph
from ..statements.claim import REGISTERED
from ..statements.documents import OPENED, OPENERS, Document
from ..statements.folders_beside import no_folder
from ..statements.index import GRADED, opened_facts
from ..statements.kept_texts import forget_texts, keep_texts
from ..statements.programs_of_others import Programs
from ..statements.recorded_verdicts import forget_standing
from ..statements.registry import claims
from .added_facts import forget_facts
from .completeness import enter_texts, require_complete, require_formulas
from .description import described
from .folder_programs import forget_programs, import_programs
from .read_programs import enter_facts_in_sources
from .told_claims import end_programs, enter_told


def open_document(folder: str | Path, texts_only: bool = False, *, apart: bool = False) -> Document:
    """The document of a folder, with its programs imported; this runs their code.

    A grade that is found in a process which has imported them is called theirs. With `apart` they
    run in another process, and this one judges the texts; with `texts_only` none of them runs. A
    folder that is open already is not read again; close its document first to read it anew.
    """
    programs = Programs.NOT_RUN if texts_only else Programs.APART if apart else Programs.HERE
    return open_with(folder, programs)


def open_with(folder: str | Path, programs: Programs) -> Document:
    """The document of a folder, whose programs run where it is said."""
    path = Path(folder)
    if not path.is_dir():
        raise ValueError(no_folder(folder))
    known = next((item for item in OPENED.values() if item.folder == path.resolve()), None)
    return ready(known, programs) or opened(described(path, programs=programs))


def ready(document: Document | None, programs: Programs) -> Document | None:
    """A document that is open; one whose programs are wanted, and run elsewhere, is closed."""
    if document is None or programs in (Programs.NOT_RUN, document.programs):
        return document
    close_document(document)
    return None


def opened(document: Document) -> Document:
    """A described document, complete, with its programs if they are wanted; or nothing is left."""
    for item in OPENED.values():
        if document.name == item.name or document.prefix == item.prefix:
            raise ValueError(
                f"The documents in {item.folder} and {document.folder} are both called "
                f"{document.name} or have the prefix {document.prefix}; rename one of them."
            )
    OPENED[document.name] = document
    if document.kept is not None:
        keep_texts(document.kept)
    try:
        require_formulas(document)
        if document.texts_only:
            read_sources()
            enter_facts_in_sources(document)
        elif document.programs == Programs.APART:
            enter_told(document)
        else:
            import_programs(document)
            enter_texts(document)
            require_complete(document, claims(document.name))
        _require_no_circle()
    except BaseException:
        close_document(document)
        raise
    return document


def open_again(document: Document) -> Document:
    """The same document in another process, which may have an earlier state of it."""
    known = OPENED.get(document.name)
    if known is not None and known.opened_as == document.opened_as:
        return known
    if known is not None:
        close_document(known)
    return opened(document)


OPENERS.append(open_again)


def close_document(document: Document) -> None:
    """Forget a document, its programs and its claims."""
    for id in [id for id, claim in REGISTERED.items() if claim.document == document.name]:
        del REGISTERED[id]
        GRADED.pop(id, None)
    OPENED.pop(document.name, None)
    end_programs(document)
    forget_texts(document.home)
    forget_facts(document)
    forget_programs(document)
    certificates_in.cache_clear()
    forget_written_proofs()
    forget_standing()


def _require_no_circle() -> None:
    circle = ProofGraph(opened_facts()).cycle()
    if circle:
        raise ValueError(
            f"The claims {' -> '.join(circle)} rest on each other in a circle; a proof has a first "
            "step."
        )
