"""Pages in a browser by the rules of accessibility that axe-core knows."""

import os
from pathlib import Path
import pytest
from case_tables import table

pytestmark = pytest.mark.browser

PATHS = table(__file__, "paths")
RUN = """() => axe.run({exclude: ["math"]}, {preload: false}).then(found => found.violations.map(
    one => [one.id, one.help, one.nodes.slice(0, 3).map(node => node.html.slice(0, 200))]
))"""


@pytest.fixture(scope="session")
def axe() -> Path:
    """The program of axe-core, which `make browser` fetches where it can."""
    named = os.environ.get("AXE")
    if not named:
        pytest.skip("axe-core was not fetched; `make browser` does that where npm is")
    return Path(named)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_no_barrier(open_page, axe, path, scheme):
    page = open_page(path, color_scheme=scheme)
    page.add_script_tag(path=axe)
    assert page.evaluate(RUN) == []


def test_a_barrier_is_noticed(open_page, axe):
    page = open_page()
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"\">')"
    )
    page.add_script_tag(path=axe)
    assert "image-alt" in [item[0] for item in page.evaluate(RUN)]
