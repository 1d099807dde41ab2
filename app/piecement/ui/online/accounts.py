"""Accounts of the player at servers, as far as this machine knows them."""

from typing import Final

from piecement.client.client import Client
from piecement.settings.retention import Retention
from piecement.storage.store import Store
from piecement.storage.tokens import AccountTokens
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_net.address import Address


class Accounts:
    """The tokens by which servers know the player, as far as this run may read and write them."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._tokens: Final = AccountTokens(store.paths.data)

    @property
    def may_store(self) -> bool:
        """Whether anything about servers may be stored."""
        return self._store.may_save and self._store.retention.includes(Retention.SETTINGS)

    def token_of(self, address: Address) -> str | None:
        """Return the token for a server, if there is one."""
        return self._tokens.of(str(address)) if self.may_store else None

    def meet(self, address: Address, server_id: str, sent: str | None) -> str | None:
        """Store the id of a server, and return its token, as `AccountTokens.meet` does."""
        return self._tokens.meet(str(address), server_id, sent, address.may_learn) if self.may_store else None

    def make(self, client: Client | None) -> str:
        """Return the token for a server, creating it on first use. Raises `StorageError`."""
        server = self._server(client)
        return self._tokens.make(str(server.address), server.state.server_id)

    def share(self, client: Client | None) -> str:
        """Return the token of the account elsewhere, stored for this server too. Raises `StorageError`."""
        server = self._server(client)
        return self._tokens.share(str(server.address), server.state.server_id)

    def elsewhere(self, client: Client | None) -> str:
        """Return another address with the id of this server where the player has an account; empty if none."""
        if client is None or not self.may_store or not (server_id := client.state.server_id):
            return ""
        known = self._tokens.addresses_of(server_id)
        return "" if str(client.address) in known else next(iter(known), "")

    def _server(self, client: Client | None) -> Client:
        if client is None or not self.may_store:
            raise StorageError(_("Accounts need a file, and saving is off in this run."))
        return client
