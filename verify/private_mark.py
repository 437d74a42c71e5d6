"""`private`: a test that returns a policy passes if the policy was shown to keep a budget."""

import ast
import inspect
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar
from banditproof.theory.parameter_names import documented

MARK = "private"
"""The name of the mark: `pytest.mark.private(eps=0.5)` is the same as `private(eps=0.5)`."""
UNASSERTED = "__banditproof_unasserted__"
"""Where a decorated test keeps the function that only returns the policy."""
STATED = "__banditproof_stated__"
"""Where a decorated test keeps the options of all its marks."""
BUDGETS = ("budget", "eps", "rho")
"""A mark with one of these is an assertion; one without them gives options to the others."""
NUMBERS = (*BUDGETS, "delta", "alpha")
Test = TypeVar("Test", bound=Callable[..., Any])
_deferred: ContextVar[Any] = ContextVar("deferred", default=None)


def private(**options: Any) -> Callable[[Test], Test]:
    """Mark a test that returns a policy, or what makes one; it is asserted to be private.

    The options are those of `assert_private`, the budget by name (`eps`, `delta`, `rho`, `alpha`).
    Of several marks each counts. Under pytest the options of the suite hold too. Called by
    something else, for instance unittest, the test asserts by itself.

    >>> @private(eps="0.5")
    ... @private(rho="0.125")
    ... def test_that_dp_imed_is_private():
    ...     return "dp-imed"
    >>> test_that_dp_imed_is_private()
    """
    checked_options(options)

    def marked(test: Test) -> Test:
        plain = getattr(test, UNASSERTED, test)
        stated = (*getattr(test, STATED, ()), options)

        @wraps(test)
        def asserting(*arguments: Any, **named: Any) -> Any:
            __tracebackhide__ = True
            if _deferred.get() is plain:
                return test(*arguments, **named)
            returned = unasserted(test, *arguments, **named)
            for one in assertions([stated]):
                assert_returned(plain, returned, one)
            return None

        setattr(asserting, UNASSERTED, plain)
        setattr(asserting, STATED, stated)
        try:
            import pytest
        except ModuleNotFoundError:
            return asserting  # type: ignore[return-value]
        return getattr(pytest.mark, MARK)(**options)(asserting)  # type: ignore[no-any-return]

    return marked


def unasserted(test: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What a test returns; its decorators `private` only hand it on."""
    __tracebackhide__ = True
    before = _deferred.set(getattr(test, UNASSERTED, test))
    try:
        return test(*arguments, **named)
    finally:
        _deferred.reset(before)


def assertions(
    levels: Iterable[Iterable[dict[str, Any]]], suite: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The options of each assertion that marks ask for, from the outermost level to the nearest.

    Marks of one level all count. A nearer level decides over outer ones, option by option, and
    its budget replaces theirs.

    >>> assertions([[{"eps": 1, "horizon": 9}], [{"rho": 2}, {"eps": 3}, {"arms": 4}]])
    [{'horizon': 9, 'arms': 4, 'eps': 3}, {'horizon': 9, 'arms': 4, 'rho': 2}]
    """
    result = [suite or {}]
    for marks in levels:
        shared: dict[str, Any] = {}
        stated = []
        for mark in reversed([*marks]):  # the innermost is the first
            if any(name in mark for name in BUDGETS):
                stated.append(mark)
            else:
                shared |= mark
        outer = [
            {name: kept for name, kept in options.items() if not stated or name not in NUMBERS}
            for options in result
        ]
        every = [options | shared | mark for mark in stated or [{}] for options in outer]
        result = [options for i, options in enumerate(every) if options not in every[:i]]
    return result


def checked_options(options: dict[str, Any]) -> None:
    """Give each option its documented name, and refuse those that `assert_private` lacks."""
    from .assertions import assert_private

    known = inspect.signature(assert_private).parameters
    documented(MARK, known, options)
    names = [name for name in known if name != "policy"]
    unknown = [name for name in options if name not in names]
    if unknown:
        raise ValueError(
            f"The mark {MARK} has the option {unknown[0]!r}; give some of {', '.join(names)}."
        )


def assert_returned(test: Callable[..., Any], policy: Any, options: dict[str, Any]) -> None:
    """`assert_private` of what a test returned, which must not be nothing."""
    __tracebackhide__ = True
    from .assertions import NotPrivate, NotShownPrivate, assert_private

    try:
        if policy is None:
            raise ValueError(
                f"The test {test.__name__} is marked {MARK} and returned nothing; return the "
                "policy, its class, or a function that makes it."
            )
        assert_private(policy, **options)
    except (NotPrivate, NotShownPrivate, ValueError) as failure:
        raise_at_the_end(test, failure)


def raise_at_the_end(test: Callable[..., Any], failure: Exception) -> None:
    """Raise an error so that it points at the last line of a function that has returned.

    The line is compiled alone, under the name, file and line of the function, so that whoever
    shows the traceback shows the source of the test.
    """
    __tracebackhide__ = True
    code = getattr(test, "__code__", None)
    if code is None:
        raise failure
    last = max(line for *_, line in code.co_lines() if line is not None)
    tree = ast.parse("raise failure")
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):  # code counts its lines from its first one
            node.lineno = node.end_lineno = last - code.co_firstlineno + 1
            node.col_offset = node.end_col_offset = 0
    raising = compile(tree, code.co_filename, "exec")
    place = raising.replace(co_name=code.co_name, co_firstlineno=code.co_firstlineno)
    exec(place, {"failure": failure.with_traceback(None)})
