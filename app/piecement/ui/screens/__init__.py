"""The screens, one module for each node of the menu graph."""
