"""Texts of the screens, without widgets."""
