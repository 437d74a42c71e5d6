"""pytest rewrites the assertions of the tests, and leaves the package as Python has compiled it."""

import sys
import types
from _pytest.assertion.rewrite import AssertionRewritingHook
from unrewritten import PACKAGE, rewriters


def rewritten(module: types.ModuleType) -> bool:
    """Whether pytest has rewritten a module."""
    return isinstance(module.__spec__ and module.__spec__.loader, AssertionRewritingHook)


def test_no_module_of_the_package_is_rewritten_and_this_one_is() -> None:
    # pytest takes what ends with _test for a file of tests, wherever it stands
    of_package = [
        name
        for name in sys.modules
        if name.partition(".")[0] == PACKAGE and not name.endswith("_test")
    ]
    assert of_package, "the suite imports the package"
    assert [name for name in of_package if rewritten(sys.modules[name])] == []
    assert not rewriters() or rewritten(sys.modules[__name__])
