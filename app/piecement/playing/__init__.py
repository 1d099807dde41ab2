"""What the game screen is made of: the canvas, what comes to lie over it, and the small clocks beside the game's."""
