"""The adaptive continual release model: Appendix B."""
