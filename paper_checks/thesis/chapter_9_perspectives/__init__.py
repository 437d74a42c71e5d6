"""Chapter 9 of the thesis: open questions, and scores for other estimators."""
