"""Finite worlds that the checks of several sections share."""
