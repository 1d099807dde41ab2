"""What screens say, as text without widgets."""
