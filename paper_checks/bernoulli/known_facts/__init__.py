"""The facts recalled in Appendix H."""
