"""Network play: the protocol between clients and servers, and the rooms it serves. Offline play imports none of it.

Theory of operation. Everything is *sans-IO*: `Link`, `Lobby`, `Room`, `Round` and `Client.receive` take bytes or
messages and a time, and return messages or effects; only carriers, `Client.run` and the server's hub wait for anything.
So a test plays whole matches over a network that is only a list, and the time is a number.

Four layers carry a message. A *carrier* moves bytes over TCP, a unix socket or a WebSocket, and closes a connection
whose reader is too slow. The *wire format* is one JSON object per line, which begins with its type; `decode` refuses
whatever the other side may not send, by one declaration of ranges and lengths per message (see `messages`). The *link*
numbers messages and keeps each until the other side acknowledges it: after a cut, the client returns with the key of
its session, both sides send again what is missing, and the layers above see every `Numbered` message once and in order.
The *application* is a room on the server and a `ClientState` on the client.

A round is played by inputs, never by boards. Each client runs its own game at once, without waiting for the network,
and sends its inputs every 50 ms; the server judges them by simulating the game, settles the attacks between the
players, and sends both to all members, whose programs simulate them again. So all boards follow from the same inputs, a
checksum of the locked pieces finds any difference, and the server's game is the one that counts. Attacks reach a game
as inputs too: a fuse gives the target time to take them, and after it the server names the time at which they count.

Neither side trusts the other. All numbers have ranges, all texts are cleaned, every request has a rate, and whatever is
costly is paid from the share of an address or account (see `cost_ledger`). An error is a code with values; the receiver
makes the sentence of it, in its own language (see `errors`).

Versions: `PROTOCOL` is the version of the whole; a server ignores nothing from a client, so a client sends only the
additions that its server knows (`ADDITIONS`), while clients ignore fields that they do not know.
"""
