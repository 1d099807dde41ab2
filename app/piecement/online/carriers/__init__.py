"""What carries bytes between a client and a server: TCP, a unix socket, a WebSocket."""
