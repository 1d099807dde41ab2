"""What goes over a network: messages, their bytes, links that survive cuts, rooms. Offline play imports none of it."""
