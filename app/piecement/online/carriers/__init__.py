"""What carries bytes between a client and a server: TCP, a unix socket, a WebSocket.

They are thin: bytes go in and come out in pieces of any size, and what is not read in time ends the connection.
"""

from piecement.online.carriers.carrier import Carrier, Listener, OnConnection
from piecement.online.carriers.opening import client_tls, connect, serve, server_tls

__all__ = ["Carrier", "Listener", "OnConnection", "client_tls", "connect", "serve", "server_tls"]
