"""`banditproof graph`: draw which claims rest on which."""

from pathlib import Path

FORMS = (".svg", ".dot", ".json")


def command(
    out: Path, folder: str | None = None, document: str | None = None, of: str | None = None
) -> None:
    """Write the graph of claims: which rests on which, with verdicts and grades.

    Claims that rest on nothing and support nothing are left out, and counted. Verdicts and grades
    are the recorded ones: no check runs, and no code of a folder about another paper.

    A claim in the place of a folder is one whose graph is wanted, as with --of.

    Example: banditproof graph --document bernoulli --out graph.svg;
    banditproof graph bern.thm4.3 --out graph.svg; banditproof graph my-paper/ --out graph.svg
    """
    from banditproof.paper_checks.statements.ids_in_texts import refuse_unknown
    from .document_options import names_a_document, refuse_file

    if folder is not None and of is None and not names_a_document(folder):
        refuse_file(folder)
        folder, of = None, folder
    if of is not None:
        refuse_unknown([of])
    from banditproof.paper_checks.report.graphs.claim_graph import ProofGraph, proof_graph
    from banditproof.paper_checks.report.graphs.graph_as_data import as_dot, as_json
    from banditproof.paper_checks.report.graphs.graph_drawing import as_svg
    from banditproof.paper_checks.statements.catalogue import DOCUMENTS
    from banditproof.paper_checks.statements.documents import OPENED
    from banditproof.theory.atomic_files import writable_file, write_text
    from .document_options import document_option, opened_document
    from .output import print_text
    from .why import claim_named

    form = out.suffix.lower()
    if form not in FORMS:
        raise ValueError(
            f"The file is {out}; give a name that ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}."
        )
    writable_file(out)
    if document is not None and of is not None:
        raise ValueError("There are --document and --of; give one or the other.")
    if folder is not None and document is not None:
        raise ValueError(f"There are {folder} and --document; give one or the other.")
    name = None
    if folder is not None:
        name = opened_document(folder, texts_only=True).name
    elif document is not None:
        name = document_option(document, texts_only=True)
    whole = proof_graph()
    graph, title = whole.of_document(name), DOCUMENTS[name] if name else "All documents"
    alone = sum(name in (None, facts.document) for facts in whole.claims.values())
    left = alone - len(graph.claims)
    if of is not None:
        id = claim_named(of, OPENED.get(name or ""))
        below = [item for item in whole.below(id) if item in whole.claims]
        graph = ProofGraph({item: whole.claims[item] for item in below})
        title = f"What {id} rests on"
    if not graph.claims:
        raise ValueError(f"No claim of {title!r} rests on another yet; there is nothing to draw.")
    text = {
        ".svg": lambda: as_svg(graph, title, whole),
        ".dot": lambda: as_dot(graph),
        ".json": lambda: as_json(graph),
    }[form]()
    write_text(out, text)
    print_text(f"{len(graph.claims)} claims and {len(graph.facts_used())} textbook facts in {out}.")
    if left and of is None:
        noun, verb = ("claim", "rests") if left == 1 else ("claims", "rest")
        print_text(f"{left} {noun} {verb} on nothing and support nothing, and are left out.")
