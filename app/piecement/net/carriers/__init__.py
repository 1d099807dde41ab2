"""Carriers of bytes between client and server: TCP, unix sockets and WebSockets.

They are thin: bytes go in and out in pieces of any size, and a reader that is too slow loses the connection.
"""

from piecement.net.carriers.carrier import Carrier, Listener, OnConnection
from piecement.net.carriers.opening import connect, serve, server_tls

__all__ = ["Carrier", "Listener", "OnConnection", "connect", "serve", "server_tls"]
