"""One game being played, without anything to see: its plan, clock, pause, statistics, and what came of it."""
