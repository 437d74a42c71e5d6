"""The layered drawing: columns, orders, heights, and lines that run through no box."""

import random
from itertools import pairwise
import pytest
from banditproof.paper_checks.report.graphs.graph_layout import (
    APART,
    columns_by_depth,
    components,
    crossings,
    laid_out,
    rising,
)


def random_edges(seed: int, nodes: int = 30, edges: int = 60) -> tuple[list[str], list]:
    draw = random.Random(seed)
    names = [f"n{number:02}" for number in range(nodes)]
    result = set()
    while len(result) < edges:
        used, user = sorted(draw.sample(range(nodes), 2))
        result.add((names[user], names[used]))
    return names, sorted(result)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_used_stands_left_and_as_near_as_it_can(seed):
    names, edges = random_edges(seed)
    at = laid_out(names, edges).column_of
    assert set(at) == set(names)
    assert all(at[user] > at[used] for user, used in edges)
    for name in names:
        users = [at[user] for user, used in edges if used == name]
        assert not users or at[name] == min(users) - 1


@pytest.mark.parametrize("seed", range(5))
def test_in_every_column_boxes_and_passing_lines_keep_their_distances(seed):
    names, edges = random_edges(seed)
    result = laid_out(names, edges)
    inside: dict[int, dict] = {}
    for name in names:
        inside.setdefault(result.column_of[name], {})[name] = result.heights[name], False
    for (user, used), spots in result.passes.items():
        between = range(result.column_of[used] + 1, result.column_of[user])
        assert [column for column, _ in spots] == list(between)
        for column, height in spots:
            known = inside[column].setdefault((used, column), (height, True))
            assert known[0] == height, "branches of one stem part"
    for column in inside.values():
        for (first, passes), (second, too) in pairwise(sorted(column.values())):
            assert second - first >= APART[passes + too] - 0.002


def test_sorting_removes_crossings_that_need_not_be():
    edges = [("x", "c"), ("y", "b"), ("z", "a")]
    result = laid_out(list("abcxyz"), edges)
    left = {user: [used] for user, used in edges}
    assert crossings([list("abc"), list("xyz")], left) == 3
    assert crossings(result.columns, left) == 0
    assert [result.heights[u] for u, _ in edges] == [result.heights[v] for _, v in edges]


def test_crossings_agree_with_the_definition():
    draw = random.Random(7)
    left = {f"r{n}": [f"l{m}" for m in range(8) if draw.random() < 0.4] for n in range(9)}
    columns = [[f"l{m}" for m in range(8)], list(left)]
    ends = [(n, int(item[1:])) for n, user in enumerate(left) for item in left[user]]
    crossing = sum(a < c and b > d for a, b in ends for c, d in ends)
    assert crossings(columns, left) == crossing > 0


def test_a_loose_edge_in_either_direction_decides_no_column():
    edges = [("b", "a"), ("c", "b")]
    for loose in (("a", "c"), ("c", "a")):
        result = laid_out(list("abc"), edges, [loose])
        assert result.columns == (("a",), ("b",), ("c",))
        assert result.passes["c", "a"][0][0] == 1
    beside = laid_out(["a", "b"], [], [("a", "b")])
    assert beside.columns == (("a", "b"),)


def test_the_best_rising_sequence_beats_every_other_on_a_grid():
    wanted, weights = [2.0, 0.5, 1.0], [1.0, 2.0, 1.0]

    def distance(levels):
        return sum(w * (a - b) ** 2 for w, a, b in zip(weights, levels, wanted, strict=True))

    best = rising(wanted, weights)
    assert all(a <= b for a, b in pairwise(best))
    grid = [n / 8 for n in range(-4, 20)]
    others = [(a, b, c) for a in grid for b in grid if a <= b for c in grid if b <= c]
    assert distance(best) <= min(map(distance, others)) + 1e-12


def test_groups_without_a_line_between_them_and_nothing_at_all():
    assert components(list("abcd"), [("b", "d"), ("d", "a")]) == [["a", "b", "d"], ["c"]]
    assert laid_out([], []).rows == 0
    assert columns_by_depth({}) == []
