"""Trainers without screens: exercises, and the judging of attempts."""
