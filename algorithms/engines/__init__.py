"""What plays a policy: round by round, phase by phase, in compiled loops, many times."""
