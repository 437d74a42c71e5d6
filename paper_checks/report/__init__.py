"""The report: a static site about claims, their verdicts, and what these rest on."""
