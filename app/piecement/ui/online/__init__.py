"""Online play, independent of the screen that is shown. It loads when a player goes online."""
