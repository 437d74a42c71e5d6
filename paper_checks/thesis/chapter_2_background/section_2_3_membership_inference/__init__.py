"""Section 2.3: membership inference games and privacy audits."""
