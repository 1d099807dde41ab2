"""Rules: one value says everything about a game; families of rules are registries by name."""
