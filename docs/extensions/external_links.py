"""External links: listed when the pages are built, and checked by their form alone.

No page may load anything from another place: pictures, styles and scripts are part of the site.
"""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc=["']((?:https?:)?//[^"']+)"""
    r"""|<link\b(?![^>]*\brel=["'](?:canonical|alternate)["'])[^>]*?\bhref=["']((?:https?:)?//[^"']+)"""
)
IMPORTED = re.compile(r"""(?:@import\s*(?:url\()?|url\()\s*["']?((?:https?:)?//[^"')\s]+)""")


def complaint(address: str) -> str:
    """What is wrong with the form of an external address; empty if nothing is.

    >>> complaint("https://example.org/page")
    ''
    >>> complaint("https://exa mple.org")
    'The address has a blank.'
    """
    if re.search(r"\s", address):
        return "The address has a blank."
    try:
        parts = urlsplit(address)
    except ValueError as error:
        return f"The address cannot be read: {error}."
    if parts.scheme == "mailto":
        return "" if "@" in parts.path else "The address of mail has no @."
    if parts.scheme not in ("http", "https"):
        return f"The scheme {parts.scheme!r} is not http or https."
    if "." not in (parts.hostname or ""):
        return "The address has no host."
    return ""


def loaded_from_elsewhere(text: str) -> list[str]:
    """What a page or a style would load over the network; links that a reader follows may.

    >>> loaded_from_elsewhere('<a href="https://a.b">x</a> <img src="https://c.d/p.png">')
    ['https://c.d/p.png']
    """
    results = [first or second for first, second in LOADED.findall(text)]
    return [*results, *IMPORTED.findall(text)]


def note_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Collect the external links of a page, and complain of those with a wrong form."""
    for node in doctree.findall(nodes.reference):
        address = node.get("refuri", "")
        if "://" not in address and not address.startswith("mailto:"):
            continue
        app.external_addresses.add(address)  # type: ignore[attr-defined]
        if complaint(address):
            LOGGER.warning("%s: %s", address, complaint(address), location=node)


def check_pages(app: Sphinx, exception: Exception | None) -> None:
    """Write the list of external links; complain of what a page would load from elsewhere."""
    if exception is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    links = sorted(app.external_addresses)  # type: ignore[attr-defined]
    (out.parent / "external_links.txt").write_text("".join(f"{a}\n" for a in links))
    for file in sorted([*out.rglob("*.html"), *out.rglob("*.css")]):
        for address in loaded_from_elsewhere(file.read_text(encoding="utf-8")):
            LOGGER.warning("%s would load %s over the network.", file.relative_to(out), address)


def setup(app: Sphinx) -> dict[str, Any]:
    app.external_addresses = set()  # type: ignore[attr-defined]
    app.connect("doctree-resolved", note_links)
    app.connect("build-finished", check_pages)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
