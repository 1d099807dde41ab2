"""Real-time drawing: canvases of cached rows, immediate painting and the frame clock."""
