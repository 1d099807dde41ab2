"""Drawing in real time: canvases of cached rows, painting at once, and the frame clock."""
