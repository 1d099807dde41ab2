"""The commands besides playing: each is the module of its name, and what some of them share is in others."""
