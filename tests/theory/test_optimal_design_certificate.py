"""The certificate of a design is proved: it encloses the exact value, and sees every action."""

import itertools
from fractions import Fraction
import numpy as np
import pytest
from properties import rejects
from banditproof.theory.designs import certificate, g_value
from banditproof.theory.designs.action_matrix import read_matrix
from banditproof.theory.designs.action_span import ActionSpan, span_of

WIDE, NONE = Fraction(10**6), Fraction(0)


def cases():
    """Actions with weights on the grid of 2^-53: any design, not only good ones."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        d = int(rng.integers(1, 7))
        count = d + int(rng.integers(0, 30))
        actions = rng.normal(size=(count, d)) @ np.diag(10.0 ** rng.uniform(-3, 3, d))
        if seed % 3 == 0:  # columns that are almost parallel
            actions += 10.0 ** rng.integers(0, 4) * actions[:, :1]
        units = np.floor(rng.dirichlet([0.5] * count) * 2**53).astype(np.int64)
        units[np.argmax(units)] += 2**53 - int(units.sum())
        rows = np.flatnonzero(units)
        if len(rows) >= d:
            yield actions, rows, units[rows] / 2**53


def encloses(certify):
    narrow = []
    for actions, rows, weights in cases():
        span = span_of(read_matrix(actions))
        every = np.zeros(len(actions))
        every[rows] = weights
        exact = g_value(actions, every.tolist())
        for wanted in (WIDE, NONE):
            try:
                result = certify(span, rows, weights, wanted)
            except ArithmeticError:
                continue
            assert result.contains(exact), (float(result.lo), float(exact), float(result.hi))
        narrow.append(float(result.width / exact))
    assert np.median(narrow) < 1e-15  # balls are narrow


def ours(span, rows, weights, wanted):
    return certificate.certified_g_value(span, rows, weights, wanted)[0]


def test_the_bounds_enclose_the_exact_value():
    encloses(ours)


def test_rounding_must_be_bounded(monkeypatch):
    monkeypatch.setattr(certificate, "gamma", lambda count: 0.0)
    rejects(encloses, ours)


def test_the_distance_from_the_identity_must_be_bounded(monkeypatch):
    monkeypatch.setattr(certificate, "_distance_from_identity", lambda *arguments: 0.0)
    rejects(encloses, ours)


def test_v_itself_is_not_its_inverse(monkeypatch):
    def wrong(points, weights):
        return np.linalg.cholesky((points * weights[:, None]).T @ points).T

    monkeypatch.setattr(certificate, "inverse_factor", wrong)
    monkeypatch.setattr(certificate, "_distance_from_identity", lambda *arguments: 1e-12)
    rejects(encloses, ours)


def sees_every_action(certify):
    """A design that is perfect for some of the actions, with one more action outside."""
    for d in (2, 3, 5):
        basis = np.eye(d)
        outside = np.full((1, d), 2.0)
        actions = np.vstack([basis, outside])
        result = certify(span_of(read_matrix(actions)), np.arange(d), np.full(d, 1 / d), WIDE)
        assert result.lo > 3.9 * d * 0.99


def test_violators_outside_the_working_set_are_seen():
    def of_the_working_set(span, rows, weights, wanted):
        part = ActionSpan(
            span.coordinates[rows],
            span.whitening,
            span.rounded,
            lambda few: span.exact_rows(rows[few]),
            span.log_volume,
            span.columns,
        )
        return ours(part, np.arange(len(rows)), weights, wanted)

    sees_every_action(ours)
    rejects(sees_every_action, of_the_working_set)


def test_decimal_actions_are_not_their_floats():
    # the exact value of decimals differs from that of their float images; only the former is meant
    rng = np.random.default_rng(4)
    for _ in range(20):
        words = [[f"{x:.2f}" for x in row] for row in rng.normal(size=(8, 3))]
        span = span_of(read_matrix(words))
        weights = np.full(8, 0.125)
        exact = g_value(words, ["0.125"] * 8)
        for wanted in (WIDE, NONE):
            assert ours(span, np.arange(8), weights, wanted).contains(exact)
        assert exact != g_value([[float(x) for x in row] for row in words], ["0.125"] * 8)


def test_a_singular_design_has_no_certificate():
    span = span_of(read_matrix(np.eye(2)))
    with pytest.raises(ArithmeticError):
        ours(span, np.array([0]), np.array([1.0]), WIDE)


def test_coordinates_are_the_rounded_exact_ones():
    sets = [
        [["0.1", "0.3"], ["1/3", "2"], ["-5", "0"]],
        [[1e-200, 1e200], [3e-200, 1e-100], [0.0, 1.0]],
        [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[1.0, 1.0 + 2.0**-40], [1.0, 1.0], [2.0, 3.0]],
        np.vander(np.linspace(0, 1, 9), 9),
    ]
    for actions in sets:
        span = span_of(read_matrix(actions))
        every = range(len(span.coordinates))
        for row, exact in zip(span.coordinates, span.exact_rows(every), strict=True):
            for image, entry in zip(row, exact, strict=True):
                off = abs(Fraction(float(image)) - entry)
                assert off <= abs(entry) / 2**53 if span.rounded else off == 0
        # the exact coordinates are an invertible image of the actions: the same G-value
        uniform = [Fraction(1, len(every))] * len(every)
        assert g_value(span.exact_rows(every), uniform) == g_value(actions, uniform)


def test_the_rank_by_exact_elimination():
    for size, rank in itertools.product((3, 5), (1, 2, 3)):
        rng = np.random.default_rng(size + rank)
        actions = rng.integers(-9, 10, (12, rank)) @ rng.integers(-9, 10, (rank, size))
        assert span_of(read_matrix(actions)).rank == rank
        thirds = [[f"{x}/3" for x in row] for row in actions.tolist()]
        assert span_of(read_matrix(thirds)).rank == rank


def bounds_every_image(error):
    """The rounding of R a, against exact products."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        d = int(rng.integers(2, 7))
        points = rng.normal(size=(30, d))
        factor = np.linalg.inv(np.tril(rng.normal(size=(d, d)) * 10.0 ** rng.uniform(0, 4, d)))
        images = points @ factor.T
        largest = error(points, factor, False)
        for row, image, most in zip(points, images, np.broadcast_to(largest, 30), strict=True):
            exact = [
                sum(Fraction(float(x)) * Fraction(float(r)) for x, r in zip(row, line, strict=True))
                for line in factor
            ]
            off = sum((Fraction(float(x)) - y) ** 2 for x, y in zip(image, exact, strict=True))
            assert off <= Fraction(float(most)) ** 2


@pytest.mark.parametrize("name", ["_image_error", "_row_errors"])
def test_the_rounding_of_images_is_bounded(name):
    error = getattr(certificate, name)
    bounds_every_image(error)
    rejects(bounds_every_image, lambda *given: error(*given) / 100)


def allows_for_the_worst(bounds):
    """All images within the error of the computed length, and all B within eta of I."""
    for length, eta, error in itertools.product((1.0, 3.0), (0.0, 1e-3, 0.4), (0.0, 1e-3, 0.1)):
        result = bounds(length * length, eta, error, 1)
        longest, shortest = Fraction(length) + Fraction(error), Fraction(length) - Fraction(error)
        assert result.hi >= max(longest * longest / (1 - Fraction(eta)), 1)
        assert result.lo <= max(shortest * shortest / (1 + Fraction(eta)), 1)


def test_the_float_bounds_allow_for_the_worst():
    allows_for_the_worst(certificate._float_bounds)
    rejects(allows_for_the_worst, lambda a, eta, error, d: certificate._float_bounds(a, eta, 0, d))
    rejects(
        allows_for_the_worst, lambda a, eta, error, d: certificate._float_bounds(a, 0, error, d)
    )
    assert certificate._float_bounds(1.0, 1.0, 0.0, 1) is None


def test_an_action_that_only_seems_second_is_bounded(monkeypatch):
    actions = np.array([[1.0, 0.0], [0.0, 1.0], [1.2, 0.0], [0.0, 1.2001]])
    weights, rows = np.array([0.5, 0.5]), np.array([0, 1])
    monkeypatch.setattr(
        certificate, "_row_errors", lambda points, factor, rounded: np.full(len(points), 1e-2)
    )
    factor = np.sqrt(2) * np.eye(2)
    result = 2 * (actions**2).sum(axis=1)
    result[3] -= 0.01  # within the stated error of the images, and now below the third
    bounds = certificate._ball_bounds(
        span_of(read_matrix(actions)), rows, weights, factor, result, WIDE
    )
    assert bounds.contains(g_value(actions, [0.5, 0.5, 0, 0]))
