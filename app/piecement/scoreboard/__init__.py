"""The scoreboard as data: what is shown of a game, on a screen, on paper and as JSON."""
