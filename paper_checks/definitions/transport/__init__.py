"""Claims about couplings and the transport bounds of Section 4.2.1."""
