"""The panels beside the field."""
