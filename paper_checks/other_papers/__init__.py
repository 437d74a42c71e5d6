"""Folders about other papers: opened, completed, made anew, announced by installed packages."""
