"""`pnp play --web`: a game in the browser, alone against bots or with friends, and what the terminal says about it."""

from __future__ import annotations

import ipaddress
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pnp.cli.console import out, show_error
from pnp.errors import PnpError, Problem, SpecError, option_location, quote_value
from pnp.words import Texts

if TYPE_CHECKING:
    from pnp.play.record import Record
    from pnp.web.friends import Table
    from pnp.web.matches import OpenMatch

WORDS: Final = Texts("play")
USUAL_BOT: Final = "greedy"
"""The bot that plays if none is named."""


@dataclass(frozen=True)
class WebTable:
    """Options of `pnp play` that are about the browser."""

    web: bool
    seats: int | None
    """Number of people; None to play alone."""
    host: str | None
    port: int | None
    no_open: bool

    def check(self) -> None:
        """Raise SpecError if an option needs `--web`, or the host is no address."""
        if not self.web:
            given = {
                "--seats": self.seats is not None, "--host": self.host is not None, "--port": self.port is not None,
                "--no-open": self.no_open,
            }  # fmt: skip
            problems = [Problem(option_location(name), "needs --web", code="E1202") for name in given if given[name]]
            if problems:
                raise SpecError(*problems)
        if self.host is not None:
            _address(self.host)

    @property
    def address(self) -> str:
        """The address to listen on."""
        return str(_address(self.host or "127.0.0.1"))


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        return ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        message, hint = "must be an IP address", "0.0.0.0 for all networks of this computer"
        where = option_location("--host")
        raise SpecError(Problem(where, message, hint, found=quote_value(host), code="E1209")) from None


def play_in_browser(
    record: Record, bots: str | None, table: WebTable, *, file: Path | None = None, lang: str | None = None,
    allow_code: bool = False,
) -> None:  # fmt: skip
    """Serve a table with a seat for each person until Ctrl-C; bots sit in the others.

    `file` is that of a record to go on with, and `lang` the language of pages whose readers have not chosen one.
    """
    from pnp.project.folders import locate
    from pnp.web import friends, server
    from pnp.web.entry import KEY_PARAMETER, open_in_browser
    from pnp.web.links import host_and_port
    from pnp.web.session import ProjectSession

    start = Path.cwd()
    [game] = locate([record.game], start, allow_code=allow_code)
    record = replace(record, seats=_choose_seats(record, bots, table.seats))
    session = ProjectSession(start, allow_code=allow_code, project=game.project, events=friends.TableEvents())
    listening = server.listen(table.address, table.port)
    port = listening.getsockname()[1]
    try:
        opened = friends.open_table(session, record, port, watched=table.seats is not None, file=file)
    except PnpError:
        listening.close()
        session.close()
        raise
    teller = _Teller(record, opened, table)
    opened.on_end, opened.on_problem = teller.ended, teller.failed
    addresses = server.own_addresses(table.address)
    links = [
        f"http://{host_and_port(addresses[0], port)}{place.entry.path}/?{KEY_PARAMETER}={place.entry.key}"
        for place in opened.places.values()
    ]
    teller.opened(links, addresses[1:])
    if table.seats is None and not table.no_open:
        open_in_browser(links[0], start)
    server.run(friends.make_app(opened, port, lang), session, listening, limit_concurrency=500, proxy_headers=False)
    teller.closed()


def _choose_seats(record: Record, bots: str | None, people: int | None) -> tuple[str, ...]:
    """Return who sits where: as the record says, unless it does not say, or other bots or people are wanted."""
    from pnp.play.bots import parse_bots
    from pnp.play.record import PERSON

    if people is not None and people > record.players:
        message = f"must be at most {record.players}, the number of players"
        raise SpecError(Problem(option_location("--seats"), message, found=str(people), code="E1202"))
    sitting = [seat for seat, name in enumerate(record.seats) if name == PERSON]
    if people is not None or not sitting:
        sitting = list(range(people or 1))
    names = parse_bots(bots or USUAL_BOT)
    chosen: list[str] = []
    for seat in range(record.players):
        before = record.seats[seat] if bots is None and record.seats else PERSON
        bot = names[min(seat - sum(each < seat for each in sitting), len(names) - 1)]
        chosen.append(PERSON if seat in sitting else bot if before == PERSON else before)
    return tuple(chosen)


class _Teller:
    """What the terminal says while a table is open."""

    def __init__(self, record: Record, table: Table, options: WebTable) -> None:
        self.words, self.table, self.options = WORDS[record.lang], table, options
        self.record = record
        file = table.match.file
        self.file = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file

    def opened(self, links: list[str], other_addresses: list[str]) -> None:
        """Print the links, and who can open them."""
        from pnp.play.record import PERSON
        from pnp.play.scene import SPECTATOR

        words = self.words
        if self.table.alone:
            self._print("seed", seed=self.record.seed)  # with friends, it would tell all hands
        for place, link in zip(self.table.places.values(), links, strict=True):
            if place.seat == SPECTATOR:
                self._print("web-watch", link=link)
            else:
                key = "web-host" if place.host and not self.table.alone else "web-seat"
                self._print(key, player=place.seat + 1, link=link)
        for seat, name in enumerate(self.record.seats):
            if name != PERSON:
                self._print("web-bot", player=seat + 1, bot=name)
        if not self.table.alone:
            self._print("web-secret")
        if ipaddress.ip_address(self.options.address).is_loopback:
            out.print(words["web-local"] if not self.table.alone else words["web-alone"], soft_wrap=True)
        else:
            self._print("web-open-alone" if self.table.alone else "web-open", style="bold")
            if other_addresses:
                self._print("web-others", addresses=", ".join(other_addresses))
        self._print("web-saved", file=self.file)

    def ended(self, match: OpenMatch) -> None:
        """Print the result of a game that is over."""
        winners = ", ".join(self.words["player"].format(player=seat + 1) for seat in match.standing.winners)
        scores = " – ".join(map(str, match.standing.scores))
        self._print("end", scores=scores, winners=winners or self.words["draw"])
        self._print("web-record", file=self.file)

    def failed(self, problems: tuple[Problem, ...]) -> None:
        """Print why a bot cannot play, or the record cannot be saved."""
        show_error(PnpError(*problems))

    def closed(self) -> None:
        """Print how to go on with a game that is not over."""
        if not self.table.match.over:
            seats = "" if self.options.seats is None else f" --seats {self.options.seats}"
            host = "" if self.options.host is None else f" --host {self.options.host}"
            command = f"pnp play --web{seats}{host} --resume {shlex.quote(str(self.file))}"
            self._print("resume", command=command)

    def _print(self, key: str, *, style: str | None = None, **values: object) -> None:
        out.print(self.words[key].format(**values), soft_wrap=True, style=style, highlight=False)
        sys.stdout.flush()
