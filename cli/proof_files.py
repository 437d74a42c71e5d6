"""Files of proofs as text: rewritten in their canonical form, or with steps numbered anew."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
import typer
from .output import print_text

ENDING = ".proof"


def format_files(names: Sequence[str], check: bool) -> None:
    """Rewrite files, or all those of folders, in their canonical form, each complete or not at all.

    With `check` nothing is written, and the exit code is 1 if a file would be changed.
    """
    from banditproof.paper_checks.proofs.text.formatting import formatted
    from banditproof.theory.atomic_files import write_text

    files = {file: _text(file) for name in names for file in _files(name)}
    forms = {file: formatted(text, str(file), _folder(file)) for file, text in files.items()}
    changed = 0
    for file, wanted in forms.items():
        if wanted == files[file]:
            continue
        changed += 1
        if not check:
            write_text(file, wanted)
        print(f"{file} {'would be' if check else 'is'} written in canonical form")
    if not changed:
        print_text("All proofs are in canonical form.")
    if changed and check:
        raise typer.Exit(1)


def renumber_files(names: Sequence[str], check: bool) -> None:
    """Number the steps in files anew, and say what else names an old number.

    With `check` nothing is written, and the exit code is 1 if a number would be changed.
    """
    from banditproof.paper_checks.proofs.text.renumbering import renumbered
    from banditproof.theory.atomic_files import write_text

    files = [file for name in names for file in _files(name)]
    results = {file: renumbered(_text(file), str(file), _folder(file)) for file in files}
    changed = 0
    for file, result in results.items():
        moved = {title: steps for title, steps in result.moved.items() if steps}
        changed += len(moved)
        if moved and not check:
            write_text(file, result.text)
        for title, steps in moved.items():
            said = ", ".join(f"{old} is {new}" for old, new in steps.items())
            print_text(f"{file}: {title}: {said}.")
        for sentence in (*result.left, *_citations(file, moved)):
            print_text(sentence)
    if not changed:
        print_text("All steps are numbered from 1 in their order.")
    if changed and check:
        raise typer.Exit(1)


def _files(name: str) -> Iterator[Path]:
    """A file, or the files of proofs in a folder."""
    from banditproof.paper_checks.statements.files_of_claims import files_ending

    path = Path(name)
    if not path.is_dir():
        if not path.is_file():
            raise ValueError(f"There is no file {path}; give one that ends with {ENDING}.")
        if path.suffix != ENDING:
            raise ValueError(f"The file {path} does not end with {ENDING}.")
        yield path
        return
    yield from files_ending(path, ENDING)


def _text(file: Path) -> str:
    from banditproof.paper_checks.statements.text_files import text_of

    return text_of(file)


def _folder(file: Path) -> Path:
    """The folder of a file, whose programs its proofs name."""
    return file.resolve().parent


def _citations(file: Path, moved: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """What cites old numbers in the other files of the same paper, or of this package."""
    from banditproof.paper_checks.proofs.text.renumbering import citations_of
    from banditproof.paper_checks.statements.document_header import DOCUMENT
    from banditproof.paper_checks.statements.documents import SHARED

    home = _folder(file)
    above = (home, *home.parents)
    roots = [item for item in above if (item / DOCUMENT).is_file() or item == SHARED]
    for place in _files(str(roots[0] if roots else home)) if moved else ():
        if place.resolve() != file.resolve():
            text = _text(place)
            for title, steps in moved.items():
                yield from citations_of(title.partition(" as ")[0], steps, text, str(place))
