"""Trainers without anything to see: their exercises, and what a try at one was worth."""
