"""A certificate for `localhost`, good for a hundred years, that nothing but these tests trusts.

Made by: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -keyout localhost.key
-out localhost.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1
"""

import ssl
from pathlib import Path
from typing import Final

from piecement_net.endpoints import server_tls

FOLDER: Final = Path(__file__).parents[2] / "data" / "tls"
CERTIFICATE: Final = FOLDER / "localhost.pem"
KEY: Final = FOLDER / "localhost.key"


def for_server() -> ssl.SSLContext:
    return server_tls(CERTIFICATE, KEY)


def for_client() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=CERTIFICATE)
