"""`banditproof new`: make a folder for the claims of another paper."""

from pathlib import Path
from .output import print_text


def command(
    folder: str,
    title: str | None = None,
    prefix: str | None = None,
    main: str | None = None,
    aux: str | None = None,
    attempt: bool = False,
) -> None:
    """Make a folder for the claims of another paper, with examples that run.

    It has a statement with a formal proof, one that is false with its repair, a theorem with a
    proof of numbered steps, and one without a check; a README leads on. Nothing is overwritten.

    With --from it has one claim for each statement of the source instead: its ID is its label, and
    stays; its number, its section, and what its proof refers to are taken over. Each place that is
    not understood is printed with its file and line. --try reads the formulas of statements that
    are inequalities on stated ranges, and tries to prove or to refute them, ten seconds for each.
    What it finds is a draft, which counts as no verdict; a statement of which a word or a sign is
    not read with certainty is left, and it says why.

    Example: banditproof new my-paper --title "On Private Bandits"; banditproof check my-paper/;
    banditproof new my-paper --from main.tex --aux main.aux
    """
    if main is None:
        if attempt:
            raise ValueError("There is --try without --from; give the source as well.")
        if aux is not None:
            raise ValueError("There is --aux without --from; give the source as well.")
        _with_examples(folder, title, prefix)
        return
    from banditproof.paper_checks.other_papers.new_from_source import new_from_source

    found = new_from_source(
        Path(folder), Path(main), None if aux is None else Path(aux), title, prefix, attempt
    )
    for file in found.files:
        print(file)
    for note in found.notes:
        print(note)
    for line in found.drafts:
        print_text(line)
    place = found.files[0].parent
    count = len(found.notes)
    print_text(
        f"{place}/: {found.statements} statement{'s' * (found.statements != 1)}, "
        f"{found.proofs} with a proof, "
        f"{count} place{'s' * (count != 1)} not understood. Run `banditproof check {place}/`."
    )
    if found.without_claims:
        kinds = [f"{n} {kind}{'s' * (n > 1)}" for kind, n in found.without_claims.items()]
        print_text(
            f"No claim was made of {', '.join(kinds)}, which `banditproof drift` watches: write "
            "one for what is asserted there."
        )


def _with_examples(folder: str, title: str | None, prefix: str | None) -> None:
    from banditproof.paper_checks.other_papers.new_folder import new_folder

    made = new_folder(Path(folder), title, prefix)
    for file in made:
        print(file)
    place = made[0].parent
    print_text(f"Run `banditproof check {place}/`; {place / 'README.md'} says what to do next.")
