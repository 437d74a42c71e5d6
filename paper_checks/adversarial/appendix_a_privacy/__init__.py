"""Appendix A: privacy properties and mechanisms."""
