"""A game in progress without its display: plan, clock, pause, statistics and result."""
