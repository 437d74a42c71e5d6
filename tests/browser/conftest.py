"""A small report, and pages of it opened in Chromium without a network.

`make browser` names the browser in CHROMIUM and runs these tests; elsewhere they are skipped if
there is none. What is named and does not start is an error. Each page is watched: a message on its
console, an error of a script, or a request that leaves the report fails the test that opened it.
"""

import os
import shutil
from pathlib import Path
import pytest

CLAIMS = (
    *("bern.thm3.1", "bern.lemF.3", "bern.eq2", "bern.fig3", "bern.alg1"),
    *("bern.rem4.2", "bern.exp5", "zcdp.thm5", "zcdp.thm4.whp", "zcdp.fig5", "zcdp.mech.table"),
    *("thesis.thm4.24", "thesis.def2.16", "thesis.eq3.1", "renyi.alg2.play", "bern.exp5.best"),
)
"""Claims of every document, kind and verdict; the report also has what they rest on."""
RAN = ("bern.eq2", "bern.alg1", "zcdp.thm4.whp")
"""Those whose checks run, so that there are findings, witnesses and numbers."""
FIGURE = "bern.fig3"


@pytest.fixture(scope="session")
def chromium():
    """The program of the browser."""
    pytest.importorskip("playwright.sync_api")
    named = os.environ.get("CHROMIUM")
    known = named or shutil.which("chromium") or shutil.which("google-chrome")
    if known is None:
        pytest.skip("no Chromium; `make browser` says what to do")
    return known


@pytest.fixture(scope="session")
def browser(chromium):
    """The browser, for all tests."""
    from playwright.sync_api import sync_playwright

    sandbox = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]  # root has no sandbox
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        yield started
        started.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """A report about some claims, with a figure."""
    from banditproof.paper_checks import find, run_all
    from banditproof.paper_checks.document_figures import build_figure
    from banditproof.paper_checks.report.drawn_figures import drawn_figures
    from banditproof.paper_checks.report.reported import Reported
    from banditproof.paper_checks.report.site import write_site
    from banditproof.paper_checks.report.stamp import Stamp
    from banditproof.paper_checks.statements.catalogue import DOCUMENTS
    from banditproof.paper_checks.statements.index import text_index

    folder = tmp_path_factory.mktemp("report")
    build_figure(FIGURE, folder / "figures", quick=True)
    results = [result.facts for result in run_all([find(id) for id in RAN])]
    assert all(facts.as_recorded for facts in results)
    reported = Reported.of(text_index(), results, CLAIMS, DOCUMENTS)
    stamp = Stamp.of(results, "The checks ran for this report.")
    drawn = drawn_figures(folder / "figures")
    write_site(reported, folder / "site", stamp, drawn=drawn)
    return folder / "site"


@pytest.fixture
def open_page(browser, site):
    """Opens a page of the report: a path, and options of a browser's context."""
    faults: list[str] = []
    contexts = []

    def opened(path: str = "index.html", width: int = 1280, height: int = 900, **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, offline=True, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: faults.append(f"{path}: console: {said.text}"))
        page.on("pageerror", lambda error: faults.append(f"{path}: {error}"))
        page.on("requestfailed", lambda item: faults.append(f"{path}: failed: {item.url}"))
        page.on("request", lambda item: _watch(item.url, path, faults))
        address, _, fragment = path.partition("#")
        page.goto((site / address).as_uri() + (f"#{fragment}" if fragment else ""))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def _watch(url: str, path: str, faults: list[str]) -> None:
    if not url.startswith(("file:", "data:")):
        faults.append(f"{path}: asks the network for {url}")


@pytest.fixture(scope="session")
def pages(site) -> list[str]:
    """The paths of all pages of the report."""
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory) -> Path:
    """The folder for pictures of pages: the one that is named, or one that goes away."""
    named = os.environ.get("SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
