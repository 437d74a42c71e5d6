"""The pages that stand at the top of the repository, such as the changelog, as pages of these."""

from __future__ import annotations
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md")


def included(name: str) -> str:
    """A page that includes one of the top of the repository, with its links mended.

    >>> print(included("CHANGELOG.md"))
    ```{include} ../../CHANGELOG.md
    :relative-docs: docs/
    :relative-images:
    ```
    <BLANKLINE>
    """
    return f"```{{include}} ../../{name}\n:relative-docs: docs/\n:relative-images:\n```\n"


def write_pages(app: Sphinx, config: Config) -> None:
    """Write a page for each one that the repository has."""
    folder = Path(app.srcdir) / "project"
    folder.mkdir(exist_ok=True)
    for name in PAGES:
        page = folder / name.lower()
        text = included(name)
        if not (ROOT / name).is_file():
            page.unlink(missing_ok=True)
        elif not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("config-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
