"""The groups of tests, and the order in which processes take them."""

from types import SimpleNamespace
import pytest
import spread
from spread import Spread, Stopwatch, claim_of, group_of, homes, seconds_of, text_of
from banditproof.paper_checks.statements.index import text_index

CHECK = f"{spread.OF_CLAIMS}test_a_check_gives_the_recorded_verdict"
OF_ONE_PROCESS = SimpleNamespace(
    getvalue=lambda name: ["popen"], option=SimpleNamespace(loadscopereorder=True)
)


class Worker:
    """A process that notes which tests it is asked to run."""

    shutting_down = False
    gateway = SimpleNamespace(id="a process")

    def __init__(self) -> None:
        self.asked: list[int] = []

    def send_runtest_some(self, places: list[int]) -> None:
        self.asked += places

    def shutdown(self) -> None:
        self.shutting_down = True


def test_a_test_of_a_claim_is_in_the_group_of_its_file() -> None:
    assert claim_of(f"{CHECK}[zcdp.e-c.end]") == "zcdp.e-c.end"
    assert claim_of(f"{CHECK}[bern.thm3.1-sharper: twice - or more]") == "bern.thm3.1"
    assert claim_of(f"{CHECK}[no claim-zcdp.e-c]") is None
    assert claim_of(CHECK) is None
    file = text_index()["bern.prop2.4"].file
    assert group_of(f"{CHECK}[bern.prop2.4]") == group_of(f"{CHECK}[bern.prop2.4-x]")
    assert group_of(f"{CHECK}[bern.prop2.4]").endswith(
        f"test_registry.py {homes()['bern.prop2.4']}"
    )
    assert homes()["bern.prop2.4"] == file
    assert group_of("tests/a/test_b.py::Test::test_c[x]") == "tests/a/test_b.py"


def test_parts_are_in_the_group_of_their_statement() -> None:
    wholes = [facts for facts in text_index().values() if facts.parts]
    assert len(wholes) > 100
    for facts in wholes:
        assert {homes()[part] for part in facts.parts} == {homes()[facts.id]}
    neighbours = {}
    for facts in text_index().values():
        assert homes()[facts.id] == neighbours.setdefault(facts.file, homes()[facts.id])
    assert len(set(homes().values())) > 300


def test_the_longest_groups_are_sent_first(monkeypatch) -> None:
    seconds = {"c.py": 20.0, "b.py": 300.0}
    monkeypatch.setattr(spread, "stored_seconds", lambda: seconds)
    scheduler = Spread(OF_ONE_PROCESS)
    tests = [f"{file}.py::test_{n}" for file in "abcd" for n in range(4)]
    worker = Worker()
    scheduler.add_node(worker)
    scheduler.add_node_collection(worker, tests)
    scheduler.schedule()
    for place in range(len(tests)):
        scheduler.mark_test_complete(worker, worker.asked[place])
    assert [tests[place][0] for place in worker.asked] == [*"bbbb", *"cccc", *"aaaa", *"dddd"]
    assert worker.shutting_down
    assert len(scheduler.assigned_work[worker]) < 4, "what has ended is forgotten"


def test_a_test_that_kills_its_process_does_not_run_again() -> None:
    scheduler, workers = Spread(OF_ONE_PROCESS), (Worker(), Worker())
    scheduler.numnodes = len(workers)
    tests = [f"{file}.py::test_{n}" for file in "abc" for n in range(4)]
    for worker in workers:
        scheduler.add_node(worker)
        scheduler.add_node_collection(worker, tests)
    scheduler.schedule()
    first, second = workers
    scheduler.mark_test_complete(first, first.asked[0])
    assert scheduler.remove_node(first) == tests[first.asked[1]]
    for place in second.asked:
        scheduler.mark_test_complete(second, place)
    assert sorted([*first.asked[:2], *second.asked]) == list(range(len(tests)))
    assert scheduler.remove_node(second) is None


def test_the_list_holds_what_is_long_and_there(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(spread, "FILE", tmp_path / "list.txt")
    monkeypatch.setattr(spread, "ROOT", tmp_path)
    for name in "abef":
        (tmp_path / f"{name}.py").touch()
    spread.FILE.write_text("50 a.py\n9 b.py c d.py\n80 gone.py\n")
    watch = Stopwatch()
    for file, spent in (("a.py", 30.0), ("b.py", 4.0), ("e.py", 60.2), ("e.py", 10.1), ("f.py", 4)):
        report = pytest.TestReport(f"{file}::t", (file, 1, "t"), {}, "passed", None, "call")
        report.duration = spent
        watch.pytest_runtest_logreport(report)
    watch.pytest_sessionfinish()
    assert spread.FILE.read_text() == "70 e.py\n50 a.py\n9 b.py c d.py\n"
    assert seconds_of(text_of({"a": spread.LONG, "b": 0.9 * spread.LONG})) == {"a": spread.LONG}
    near = text_of({"b": 16.4, "a": 16.0})  # their order is that of what is written
    assert near == text_of(seconds_of(near)) == "16 a\n16 b\n"


def test_the_stored_list_is_in_order() -> None:
    stored = spread.stored_seconds()
    assert stored
    assert spread.FILE.read_text(encoding="utf-8") == text_of(stored)
