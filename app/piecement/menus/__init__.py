"""What the menu screens are made of."""
