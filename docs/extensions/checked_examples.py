"""The examples of the pages are run when these are built; one that fails fails the build.

A page whose examples were true is not run again until it, or a file of the rooms, has changed.
"""

from __future__ import annotations
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from .console_blocks import Difference, environment, run_page
from .forked_programs import ForkedPrograms, forked_programs
from .kept_results import Kept, key_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WORKERS = 2
FEW = 6
"""So many commands cost less than servers for them, which import the whole package."""


def pages(root: Path) -> list[Path]:
    """The written pages below a folder, without what was built."""
    return sorted(
        page for page in root.rglob("*.md") if "_build" not in page.relative_to(root).parts
    )


def differences(page: Path, programs: ForkedPrograms | None = None) -> list[Difference]:
    """The commands of a page that print something else than it shows."""
    with tempfile.TemporaryDirectory(prefix="page-") as folder:
        return run_page(page, Path(folder), programs)


def failed_examples(page: Path, programs: ForkedPrograms | None = None) -> str:
    """What Python says of the examples of a page that fail; empty if none does.

    They run in a separate process, since an audit looks at what the process has changed.
    """
    if ">>> " not in page.read_text(encoding="utf-8"):
        return ""
    if programs is not None:
        said, _, code = programs.run("doctest", [str(page)], Path.cwd(), together=True)
        return "" if code == 0 else said
    words = [sys.executable, "-m", "doctest", str(page)]
    done = subprocess.run(words, text=True, capture_output=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def complaints(page: Path, programs: ForkedPrograms | None = None) -> list[str]:
    """What is not true on a page, in words."""
    said = failed_examples(page, programs)
    return [*map(str, differences(page, programs)), *([said] if said else [])]


def check(app: Sphinx) -> None:
    """Run all examples; each difference is a warning, and the build makes warnings errors."""
    if app.builder.name != "html" or not app.config.checked_examples:
        return
    from sphinx.util import logging
    from sphinx.util.display import status_iterator

    logger = logging.getLogger(__name__)
    kept = Kept(Path(app.srcdir) / "_build" / "kept")
    keys = {page: key_of(page.read_text(encoding="utf-8")) for page in pages(Path(app.srcdir))}
    fresh = [page for page, key in keys.items() if key not in kept]
    many = sum(page.read_text(encoding="utf-8").count("$ banditproof ") for page in fresh) > FEW
    servers = forked_programs(WORKERS, environment()) if many else nullcontext()
    with servers as programs, ThreadPoolExecutor(WORKERS) as pool:
        run = partial(complaints, programs=programs)
        results = zip(fresh, pool.map(run, fresh), strict=True)
        for page, wrong in status_iterator(
            results,
            "running examples... ",
            length=len(fresh),
            stringify_func=lambda item: item[0].stem,
        ):
            for complaint in wrong:
                logger.warning("%s", complaint, location=str(page))
            if not wrong:
                kept.add(keys[page])
    kept.only(set(keys.values()))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("checked_examples", True, "", types=[bool])
    app.connect("builder-inited", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
