"""SIGTERM under load, again and again: what the service has read it answers rightly, and nobody is left hanging.

What it has read its own access log tells: each request brings an id. An answer with `Connection: close` tells that the
end has begun; whatever is sent after the first of them was received must carry it too.
"""
import asyncio, json, signal, time
from support import Folder, Service

RATE, CONNECTIONS = 1100, 40
PLAIN = "GET {target} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: {id}\r\n\r\n"
POST = ("POST /render?locale=fr HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: {id}\r\nContent-Type: text/plain\r\n"
        "Content-Length: 13\r\n\r\n<login")


class Round:
    """One service, its load, and what was seen."""

    def __init__(self, service):
        self.service = service
        self.sent, self.answered, self.wrong, self.late = 0, set(), [], []
        self.closing = False
        self.stopped = False
        self.outcomes = {"answered": 0, "refused": 0, "reset": 0, "hung": 0}
        self.accepted_after_refusal = 0
        self.streams_ended = 0

    async def answer(self, reader):
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        body = await reader.readexactly(int(fields.get("content-length", 0)))
        return int(lines[0].split(" ")[1]), fields, body

    async def load(self, number):
        kinds = [("/strings/fr/title", b"Boutique"), ("/strings/de/login.title", b"Anmelden"), (None, b"Se connecter")]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.service.port)
        begin = time.monotonic() + number / RATE
        turn = 0
        try:
            while not self.stopped:
                await asyncio.sleep(max(0, begin + turn * CONNECTIONS / RATE - time.monotonic()))
                target, expected = kinds[turn % 3]
                identifier = f"{number}-{turn}"
                turn += 1
                begun_late = self.closing
                self.sent += 1
                if target:
                    writer.write(PLAIN.format(target=target, id=identifier).encode())
                else:
                    # The second half comes a moment later, so that some requests are half there at the signal.
                    writer.write(POST.format(id=identifier).encode())
                    await asyncio.sleep(0.003)
                    writer.write(b".title>")
                status, fields, body = await self.answer(reader)
                self.answered.add(identifier)
                closes = fields.get("connection") == "close"
                if status != 200 or body != expected or fields.get("x-request-id") != identifier:
                    self.wrong.append((identifier, status, body))
                if begun_late and not closes:
                    self.late.append(identifier)
                if closes:
                    self.closing = True
                    break
        except (EOFError, OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def newcomer(self):
        """Connects again and again after the signal."""
        refused = False
        while not self.stopped:
            try:
                reader, writer = await asyncio.wait_for(
                    asyncio.open_connection("127.0.0.1", self.service.port), 5)
            except ConnectionRefusedError:
                self.outcomes["refused"] += 1
                refused = True
                await asyncio.sleep(0.005)
                continue
            except TimeoutError:
                self.outcomes["hung"] += 1
                continue
            except OSError:
                self.outcomes["reset"] += 1
                continue
            try:
                writer.write(PLAIN.format(target="/livez", id="new").encode())
                status, fields, body = await asyncio.wait_for(self.answer(reader), 5)
                self.outcomes["answered"] += 1
                self.accepted_after_refusal += refused
                if status != 200 or body != b"alive\n":
                    self.wrong.append(("newcomer", status, body))
            except TimeoutError:
                self.outcomes["hung"] += 1
            except (EOFError, OSError, asyncio.IncompleteReadError):
                self.outcomes["reset"] += 1
            finally:
                writer.close()
            await asyncio.sleep(0.005)

    async def stream(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.service.port)
        writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            while await reader.read(4096):
                pass
            self.streams_ended += 1
        except OSError:
            pass
        finally:
            writer.close()

    async def run(self, seconds):
        streams = [asyncio.create_task(self.stream()) for _ in range(3)]
        loads = [asyncio.create_task(self.load(number)) for number in range(CONNECTIONS)]
        await asyncio.sleep(seconds)
        self.rate = self.sent / seconds
        begin = time.monotonic()
        self.service.signal(signal.SIGTERM)
        newcomer = asyncio.create_task(self.newcomer())
        while self.service.process.poll() is None and time.monotonic() - begin < 20:
            await asyncio.sleep(0.01)
        self.status, self.took = self.service.process.poll(), time.monotonic() - begin
        await asyncio.sleep(0.02)
        self.stopped = True
        await asyncio.wait([*loads, *streams, newcomer], timeout=10)


def run(checks, short):
    rounds = 5 if short else 50
    totals = {"requests": 0, "answered": 0, "after": 0, "answered newcomers": 0, "refused": 0, "reset": 0}
    bad = {name: [] for name in ("status", "unanswered", "wrong", "no close", "hung", "accepted after a refusal",
                                 "streams", "never refused")}
    rates, took = [], []
    with Folder() as folder:
        for number in range(rounds):
            with Service(folder.path, "--access-log") as service:
                one = Round(service)
                asyncio.run(one.run(1.0))
                read = {line["id"] for line in service.log() if "id" in line and line.get("completed") is not False}
                broken = [line["id"] for line in service.log() if line.get("completed") is False]
                read.discard("new")
                unanswered = sorted(identifier for identifier in read - one.answered if identifier[0].isdigit()
                                    and "-" in identifier)
                if one.status != 0:
                    bad["status"].append((number, one.status))
                bad["unanswered"] += unanswered + [one_id for one_id in broken if "-" in one_id]
                bad["wrong"] += one.wrong
                bad["no close"] += one.late
                bad["hung"] += [number] * one.outcomes["hung"]
                bad["accepted after a refusal"] += [number] * one.accepted_after_refusal
                if one.streams_ended != 3:
                    bad["streams"].append((number, one.streams_ended))
                if one.outcomes["refused"] == 0:
                    bad["never refused"].append(number)
                totals["requests"] += one.sent
                totals["answered"] += len(one.answered)
                totals["answered newcomers"] += one.outcomes["answered"]
                totals["refused"] += one.outcomes["refused"]
                totals["reset"] += one.outcomes["reset"]
                rates.append(one.rate)
                took.append(one.took)
    print(f"     {rounds} rounds, {min(rates):.0f} to {max(rates):.0f} requests a second, {totals['requests']} sent, "
          f"{totals['answered']} answered; newcomers: {totals['answered newcomers']} answered, "
          f"{totals['refused']} refused, {totals['reset']} reset; from signal to exit {min(took):.2f} to {max(took):.2f} s")
    for name, words in {
        "status": "exit status 0, event streams open", "unanswered": "each request that was read got its answer",
        "wrong": "each answer is right", "no close": "answers begun after the signal carry Connection: close",
        "hung": "no new connection hangs", "accepted after a refusal": "once refused, always refused",
        "streams": "event streams end", "never refused": "new connections are refused",
    }.items():
        checks.check(f"SIGTERM: {words}", not bad[name], f"{len(bad[name])}: {bad[name][:3]}" if bad[name] else "")
