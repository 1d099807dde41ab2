"""The protocol that both sides speak: messages, their bytes, links that survive cuts. Offline play needs none of it."""
