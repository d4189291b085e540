#!/usr/bin/env python3
"""bench.py BINARY [--rows N] [--only WORD] [--write]: iapctl beside what else a person would use.

Each row runs iapctl and its peer in turns, and prints the ratio of their medians. Nothing here is a
test: a figure depends on the machine, a ratio much less. `--write` puts the table into
BENCHMARKS.md, which needs all parts.
"""
import argparse, collections, contextlib, glob, json, os, re, shutil, sqlite3, statistics
import subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
PRODUCT = 1000292
# The number of requests in flight in a batch over REST.
CONCURRENCY = "32"
# The columns of an unconsumed list, as the SQL of a person who knows the tables.
COLUMNS = """purchase.userID, product.storeCode, product.productIdentifier, product.productSeq,
  purchase.productType, purchase.price, purchase.currency, purchase.paymentSeq,
  NULL AS accessToken, purchase.transactionIdentifier, purchase.originalTransactionIdentifier,
  strftime('%Y-%m-%dT%H:%M:%fZ', purchase.purchaseTime / 1000.0, 'unixepoch') AS purchaseTime,
  NULL AS expiryTime, purchase.storePayment, purchase.sandboxPayment, purchase.payload"""
FROM = "FROM purchase JOIN product ON product.id = purchase.productID"
UNCONSUMED = ("purchase.state = 'SUCCESS' AND purchase.consumed = 0 "
              "AND purchase.productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE')")
LIST = (f"SELECT {COLUMNS} {FROM} WHERE {UNCONSUMED} "
        "ORDER BY purchase.purchaseTime, purchase.paymentSeq")


class Bench:
    def __init__(self, binary, rows, folder):
        self.iapctl = os.path.abspath(binary)
        self.rows, self.folder = rows, folder
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": folder + "/state", "IAPCTL_APP_KEY": "bench-key"}
        self.url = None
        self.table, self.grown = [], []
        # The seconds of each run of a bulk work, by its name and its number of rows.
        self.times = collections.defaultdict(list)
        self.peaks = collections.defaultdict(int)
        self.servers = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, words, output=None, input=None, repeat=1, allowed=(0,)):
        """Seconds and peak KiB of a command, run so many times."""
        peak, start = 0, time.perf_counter()
        for _ in range(repeat):
            with open(output or os.devnull, "wb") as sink:
                process = subprocess.Popen(
                    words, stdout=sink, stderr=subprocess.PIPE, cwd=self.folder,
                    env=self.environment, stdin=open(input) if input else subprocess.DEVNULL)
                errors = process.stderr.read()
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in allowed:
                sys.exit(f"{' '.join(words)[:200]}: exit {process.returncode}\n{errors.decode()}")
            peak = max(peak, usage.ru_maxrss)
        return time.perf_counter() - start, peak

    def work(self, name, count, words):
        """Runs a bulk work, and keeps its time for `growth`, and its peak of memory."""
        # The peak that wait4 tells is at least that of this program, which has started the command.
        peak = self.path("peak")
        seconds, _ = self.run(["time", "-o", peak, "-f", "%M", *words], self.path("out"))
        figures = (seconds, int(open(peak).read()))
        self.times[name, count].append(figures[0])
        self.peaks[name, count] = max(self.peaks[name, count], figures[1])
        return figures

    def compare(self, name, ours, peer, goal, peer_name, runs=5, better="less"):
        """Runs both in turns. `ours` and `peer` return seconds, or requests a second."""
        own, other = self.medians(runs, ours, peer)
        self.add(name, peer_name, own / other, goal, better)

    def medians(self, runs, *works):
        """Runs the works in turns. Returns the median of what each returns."""
        rounds = [[work() for work in works] for _ in range(runs)]
        return [statistics.median(figures) for figures in zip(*rounds)]

    def add(self, name, peer, ratio, goal, better="less", unit=""):
        reached = ratio <= goal if better == "less" else ratio >= goal
        self.table.append((name, peer, f"{ratio:.2f}{unit}",
                           f"{'≤' if better == 'less' else '≥'} {goal}{unit}", reached))
        print(f"{'ok  ' if reached else 'MISS'} {name} / {peer}: {ratio:.2f}{unit} (goal {goal})",
              flush=True)

    # Data

    def seed(self, name, count):
        path = self.path(name)
        with open(path, "w") as file:
            file.write('{"format":1,"appKey":"bench-key","appSeq":1,'
                       '"clock":"2026-01-15T09:00:00.000Z","markets":[{"storeCode":"AS",'
                       '"packageName":"com.example","available":true}],"products":[{'
                       f'"productIdentifier":"gem.100","productSeq":{PRODUCT},"productName":"gems",'
                       '"productType":"CONSUMABLE","storeCode":"AS","price":1500,"currency":"KRW",'
                       '"localizedTitle":null,"localizedDescription":null,"localizedPrice":null,'
                       '"active":true,"inStore":true,"period":null}],"purchases":[')
            for index in range(count):
                file.write("%s{\"paymentSeq\":\"%d\",\"userID\":\"user%07d\",\"productIdentifier\":"
                           "\"gem.100\",\"storeCode\":\"AS\",\"state\":\"SUCCESS\",\"purchaseTime\":"
                           "\"2026-01-%02dT09:%02d:%02d.000Z\"}" % (
                               ",\n" if index else "\n", 3026010000000000 + index, index // 10,
                               1 + index % 10, index // 60 % 60, index % 60))
            file.write("\n]}\n")
        return path

    def store(self, name, count):
        path = self.path(name)
        if not os.path.exists(path):
            self.run([self.iapctl, "store", "init", path, "--from", self.seed(name + ".json", count)])
        return path

    def fresh(self, store):
        copy = self.path("copy.db")
        shutil.copyfile(store, copy)
        return copy

    # Rows of the table

    def start(self):
        curl = lambda: self.run(["curl", "--version"], repeat=40)[0]
        gh = lambda: self.run(["gh", "--version"], repeat=10)[0] / 10
        small = self.store("small.db", 100)
        query = [self.iapctl, "unconsumed", "--user", "user0000003", "--store", small]
        commands = [
            ("--version", [self.iapctl, "--version"], 0.4),
            ("help consume", [self.iapctl, "help", "consume"], 0.4),
            ("unconsumed --user U, small store", query, 0.5),
            ("a key press of completion",
             [self.iapctl, "__complete", "bash", "--", "cons"], 0.45)]
        for name, words, goal in commands:
            self.compare(name, lambda: self.run(words, repeat=40)[0], curl, goal,
                         "curl --version")
        sql = f"SELECT {COLUMNS} {FROM} WHERE {UNCONSUMED} AND purchase.userID = 'user0000003'"
        self.compare("the same query, small store, json",
                     lambda: self.run(query + ["-o", "json"], repeat=40)[0],
                     lambda: self.run(["sqlite3", "-json", small, sql], repeat=40)[0], 1.7,
                     "sqlite3 -json")
        self.compare("start-up (products)",
                     lambda: self.run([self.iapctl, "products", "--store", small], repeat=10)[0] / 10,
                     gh, 0.1, "gh --version")

    def lists(self):
        big = self.store(f"store-{self.rows}.db", self.rows)
        for form, flag in (("jsonl", "-json"), ("csv", "-csv")):
            self.compare(
                f"{self.rows:,} unconsumed as {form}",
                lambda: self.list(self.rows, form)[0],
                lambda: self.run(["sqlite3", flag, big, LIST], self.path("out"))[0], 1.0,
                f"sqlite3 {flag}", runs=3)
        large, small = (self.list(count, "jsonl")[1] for count in (self.rows, self.rows // 100))
        self.add("peak memory of that list", f"itself with {self.rows // 100:,}", large / small, 1.1)
        self.add("peak memory of that list", "absolute", large / 1024, 16, unit=" MiB")
        sql = f"SELECT {COLUMNS} {FROM} WHERE {UNCONSUMED} AND purchase.userID = 'user0000777'"
        self.compare(
            "one user's ten purchases among them",
            lambda: self.run([self.iapctl, "unconsumed", "--user", "user0000777", "--store", big,
                              "-o", "json"], repeat=20)[0],
            lambda: self.run(["sqlite3", "-json", big, sql], repeat=20)[0], 2, "sqlite3 -json")
        self.search(self.rows // 10)

    def search(self, count):
        """The stuck payments of a game: a store, and jq on the same payments in a file."""
        self.store(f"store-{count}.db", count)
        filter = '.purchases[] | select(.state == "SUCCESS" and (.consumed | not))'
        self.compare(f"{count:,} unconsumed as jsonl", lambda: self.list(count, "jsonl")[0],
                     lambda: self.run(["jq", "-c", filter, self.path(f"store-{count}.db.json")],
                                      self.path("out"))[0], 1.0, "jq, from a seed", runs=3)

    def list(self, count, form):
        store = self.store(f"store-{count}.db", count)
        return self.work(f"unconsumed -o {form}", count, [
            self.iapctl, "unconsumed", "--all-users", "--store", store, "-o", form])

    def consume_all(self, count):
        copy = self.fresh(self.store(f"store-{count}.db", count))
        return self.work("consume --all", count, [
            self.iapctl, "consume", "--all", "--all-users", "--yes", "--store", copy, "-o", "jsonl"])

    def changes(self):
        big = self.store(f"store-{self.rows}.db", self.rows)
        update = f"""BEGIN IMMEDIATE; UPDATE purchase SET consumed = 1 WHERE state = 'SUCCESS'
          AND consumed = 0 AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE')
          RETURNING paymentSeq, userID, 'consumed' AS outcome, price, currency; COMMIT;"""

        def peer():
            copy = self.fresh(big)
            return self.run(["sqlite3", "-json", copy, update], self.path("out"))[0]

        self.compare(f"consume --all of {self.rows:,} on a store",
                     lambda: self.consume_all(self.rows)[0], peer, 1.5,
                     "sqlite3 UPDATE … RETURNING", runs=2)

    def load(self, count):
        seed, target = self.path(f"store-{count}.db.json"), self.path("loaded.db")
        if not os.path.exists(seed): self.seed(seed, count)
        if os.path.exists(target): os.remove(target)
        return self.work("store init --from", count, [
            self.iapctl, "store", "init", target, "--from", seed])

    def dump(self, count):
        return self.work("store dump", count, [
            self.iapctl, "store", "dump", "--store", self.store(f"store-{count}.db", count)])

    def seeds(self):
        peak = []
        # The peer fills a table of the same columns and indexes from the same file.
        schema = subprocess.run(["sqlite3", self.store("small.db", 100), ".schema"],
                                capture_output=True, text=True, check=True).stdout
        load = schema + f"""
          PRAGMA foreign_keys = OFF; BEGIN;
          INSERT INTO product (id, productSeq, productIdentifier, productType, storeCode, active,
            inStore) VALUES (1, {PRODUCT}, 'gem.100', 'CONSUMABLE', 'AS', 1, 1);
          INSERT INTO purchase (paymentSeq, userID, productID, productType, state, consumed, price,
            currency, accessToken, transactionIdentifier, purchaseTime, storePayment, sandboxPayment)
          SELECT value ->> 'paymentSeq', value ->> 'userID', 1, 'CONSUMABLE', value ->> 'state', 0,
            '1500', 'KRW', hex(randomblob(24)), hex(randomblob(8)),
            unixepoch(value ->> 'purchaseTime') * 1000, 0, 0
          FROM json_each(readfile('{self.path(f"store-{self.rows}.db.json")}'), '$.purchases');
          COMMIT;"""
        script = self.path("load.sql")
        open(script, "w").write(load)

        def ours():
            seconds, memory = self.load(self.rows)
            peak.append(memory)
            return seconds

        def peer():
            other = self.path("peer.db")
            if os.path.exists(other): os.remove(other)
            return self.run(["sqlite3", other], input=script)[0]

        self.compare(f"store init --from a seed of {self.rows:,}", ours, peer, 0.8,
                     "sqlite3, json_each", runs=2)
        self.add("peak memory of that", "absolute", max(peak) / 1024, 64, unit=" MiB")
        store = self.store(f"store-{self.rows}.db", self.rows)
        self.compare(f"store dump of {self.rows:,}", lambda: self.dump(self.rows)[0],
                     lambda: self.run(["sqlite3", "-json", store, "SELECT * FROM purchase"],
                                      self.path("out"))[0], 1.0, "sqlite3 -json", runs=3)

    def server(self):
        """The URL of a server that answers each consume at once."""
        if not self.url:
            answer = ('{"header":{"isSuccessful":true,"resultCode":0,"resultMessage":"SUCCESS"},'
                      f'"result":{{"price":1500,"currency":"KRW","productSeq":{PRODUCT}}}}}')
            process = subprocess.Popen([self.compiled("answer"), answer], stdout=subprocess.PIPE,
                                       text=True)
            self.servers.append(process)
            self.url = process.stdout.readline().strip()
        return self.url

    def compiled(self, name, *libraries):
        program = self.path(name)
        subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-o",
                        program, f"{HERE}/{name}.c", *libraries], check=True)
        return program

    def payments(self, count):
        """A file of payments for --from, and one with their numbers only."""
        path = self.path(f"rows-{count}.jsonl")
        if os.path.exists(path): return path
        with open(path, "w") as file:
            for index in range(count):
                number = 3026010000000000 + index
                file.write(json.dumps({"paymentSeq": str(number), "userID": "u", "storeCode": "AS",
                                       "productSeq": PRODUCT, "accessToken": f"token-{number}"}) + "\n")
        os.chmod(path, 0o600)
        with open(self.path(f"numbers-{count}"), "w") as file:
            file.writelines(f"{3026010000000000 + index}\n" for index in range(count))
        return path

    def batch(self, count):
        return self.journaled("consume --from over REST", count, [
            self.iapctl, "consume", "--from", self.payments(count), "--yes", "--compare", "none",
            "--url", self.server(), "--journal", self.path("journal.db"), "--concurrency", CONCURRENCY, "-o", "jsonl"])

    def journaled(self, name, count, words):
        """Runs a batch with a new journal, and checks that all is printed and in the journal."""
        journal = self.path("journal.db")
        for suffix in ("", "-wal", "-shm", "-runs"):
            if os.path.exists(journal + suffix): os.remove(journal + suffix)
        figures = self.work(name, count, words)
        with open(self.path("out"), "rb") as results:
            found = [sum(b'"outcome":"consumed"' in line for line in results)]
        with contextlib.closing(sqlite3.connect(journal)) as database:
            for table in ("payment", "attempt"):
                sql = f"SELECT count(*) FROM {table} WHERE outcome = 'consumed'"
                found += database.execute(sql).fetchone()
        if found != [count] * 3:
            sys.exit(f"{words[0]}: not {count} results, payments and attempts, but {found}")
        return figures

    def rest(self):
        many, few = min(self.rows, 200_000), 2_000
        url, post = self.server(), f"{self.server()}/consume"
        same, bare = self.compiled("consume", "-lcurl", "-lsqlite3"), self.compiled("multi", "-lcurl")
        rows, _ = self.payments(many), self.payments(few)
        xargs = ["sh", "-c", f"xargs -P8 -I% curl -s -o /dev/null -d '{{\"paymentSeq\":\"%\"}}' "
                 f"{post} < {self.path(f'numbers-{few}')}"]
        # Payments a second, ours by the peer's.
        own, journaled, unkept = self.medians(
            3, lambda: many / self.batch(many)[0],
            lambda: many / self.journaled("consume.c", many, [
                same, url, rows, self.path("journal.db"), CONCURRENCY])[0],
            lambda: many / self.run([bare, post, self.path(f"numbers-{many}"), CONCURRENCY])[0])
        work = f"consume --from {many:,} over REST, journal"
        self.add(work, "the same client in C, the same promise", own / journaled, 0.65, "more")
        self.add(work, "a bare libcurl multi loop", own / unkept, 0.6, "more")
        self.compare(f"the same, {few:,}", lambda: few / self.batch(few)[0],
                     lambda: few / self.run(xargs)[0], 60, "xargs -P8 curl", runs=3, better="more")
        large, small = (self.peaks["consume --from over REST", count] for count in (many, few))
        self.add("its peak memory", f"itself with {few:,}", large / small, 1.2)

    def team(self):
        """A batch with a journal in a PostgreSQL database of its own, and with one in a file."""
        count, url = min(self.rows, 200_000), self.server()
        folder, control = postgres(self)
        database = f"postgresql:///postgres?host={folder}&user=iapctl"
        rows = self.payments(count)

        def shared():
            subprocess.run(["psql", "-q", database, "-c", "DROP SCHEMA IF EXISTS iapctl CASCADE"],
                           check=True, stderr=subprocess.DEVNULL)
            self.run([self.iapctl, "journal", "init", database])
            return self.run([self.iapctl, "consume", "--from", rows, "--yes", "--compare", "none",
                             "--url", url, "--journal", database, "--concurrency", CONCURRENCY, "-o", "jsonl"],
                            self.path("out"))[0]

        try:
            self.compare(f"consume --from {count:,} with the journal of a team",
                         lambda: count / shared(), lambda: count / self.batch(count)[0], 0.6,
                         "with a journal in a file", runs=3, better="more")
            self.team_lists(database, count)
        finally:
            control("-m", "immediate", "stop")

    def team_lists(self, database, count):
        """The entries of a team's journal, and psql on the same rows."""
        rows = ("SELECT a.*, p.*, r.server, r.operator, r.host FROM iapctl.attempt AS a "
                "JOIN iapctl.payment AS p ON p.id = a.payment JOIN iapctl.run AS r ON r.id = a.run "
                "ORDER BY a.at, a.id")
        copy = ["psql", "-q", database, "-c", f"\\copy ({rows}) TO STDOUT"]
        for command in (["list", "-o", "jsonl"], ["export"], ["report"]):
            words = [self.iapctl, "journal", *command, "--journal", database]
            self.compare(f"journal {command[0]} of {count:,} in a team's database",
                         lambda: self.run(words, self.path("out"))[0],
                         lambda: self.run(copy, self.path("out"))[0], 2, "psql \\copy", runs=2)

    def serve(self):
        # More payments than can be consumed while wrk measures, so that each consume is one.
        store = self.fresh(self.store("served.db", 200_000))
        process = subprocess.Popen([self.iapctl, "serve", "--store", store], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, env=self.environment)
        try:
            url = process.stdout.readline().split()[-1]
            key = 'wrk.headers["X-NHN-TCIAP-AppKey"] = "bench-key"\n'
            key += 'wrk.headers["Content-Type"] = "application/json"\nwrk.method = "POST"\n'
            query = self.path("query.lua")
            body = '{"marketId":"AS","userChannel":"GF","userKey":"user0000003"}'
            open(query, "w").write(key + f"wrk.body = '{body}'\n")
            path = "/v1/service/consumable"
            answer = subprocess.run(
                ["curl", "-sS", "-H", "X-NHN-TCIAP-AppKey: bench-key", "-H",
                 "Content-Type: application/json", "-d", body, url + path],
                capture_output=True, text=True).stdout
            if '"paymentSeq"' not in answer:
                sys.exit(f"serve answered {answer[:300]!r}")
            port = nginx(self, answer)
            self.compare("serve, unconsumed", lambda: wrk(url + path, query),
                         lambda: wrk(f"http://127.0.0.1:{port}/x", query), 0.5,
                         "nginx, the same bytes", runs=3, better="more")
            self.consumes(url, key)
        finally:
            process.terminate()
            process.wait()

    def consumes(self, url, key):
        """Each request consumes a payment; each run of wrk goes on where the last one stopped."""
        rows = json.loads(subprocess.run(
            [self.iapctl, "unconsumed", "--all-users", "--show-tokens", "-o", "json", "--store",
             self.path("copy.db")], capture_output=True, text=True, env=self.environment).stdout)
        rows, scripts = rows["purchases"], []
        for run in range(3):
            script = self.path(f"consume-{run}.lua")
            part = rows[run * len(rows) // 3:(run + 1) * len(rows) // 3]
            bodies = ",\n".join(f"'{r['paymentSeq']}\",\"accessToken\":\"{r['accessToken']}'" for r in part)
            open(script, "w").write(
                key + f"local rows = {{{bodies}}}\nlocal index = 0\n"
                "function request() index = index % #rows + 1\n"
                'return wrk.format(nil, nil, nil, \'{"paymentSeq":"\' .. rows[index] .. \'"}\') end\n')
            scripts.append(script)
        # The peer commits one row at a time, as durably as the store.
        peer, commits = self.path("commits.db"), 2000
        sql = self.path("commits.sql")
        open(sql, "w").write(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE IF NOT EXISTS t (a INTEGER PRIMARY KEY, b INTEGER);"
            + "".join(f"INSERT INTO t (b) VALUES ({n});\n" for n in range(commits)))
        self.compare("serve, consume", lambda: wrk(url + "/v1/service/consume", scripts.pop(), 64),
                     lambda: commits / self.run(["sqlite3", peer], input=sql)[0], 10,
                     "sqlite3, one commit a row", runs=3, better="more")

    def growth(self):
        """Each bulk work at a hundredth and a tenth of the rows, and at all of them."""
        works = (("unconsumed -o jsonl", lambda n: self.list(n, "jsonl"), self.rows),
                 ("unconsumed -o csv", lambda n: self.list(n, "csv"), self.rows),
                 ("store dump", self.dump, self.rows), ("consume --all", self.consume_all, self.rows),
                 ("store init --from", self.load, self.rows),
                 ("consume --from over REST", self.batch, min(self.rows, 200_000)))
        for name, work, largest in works:
            best = []
            for count in (largest // 100, largest // 10, largest):
                # The rows above have measured most of the works on all rows.
                while len(self.times[name, count]) < (2 if count == largest else 5):
                    work(count)
                best.append(min(self.times[name, count]))
            self.grown.append((name, largest, [time / best[0] for time in best]))
            self.add(f"{name} at ten times the rows", "itself", best[2] / best[1], 11)

    def size(self):
        copy = self.path("stripped")
        subprocess.run(["strip", "-o", copy, self.iapctl], check=True)
        self.add("the release binary, stripped", "absolute", os.path.getsize(copy) / 2**20, 14,
                 unit=" MiB")


def nginx(bench, body):
    """Starts nginx with one answer to everything; it ends with this process group."""
    port, behind = free_port(), free_port()
    folder = bench.path(f"nginx-{port}")
    os.makedirs(folder)
    quoted = body.replace("\\", "\\\\").replace("'", "\\'").replace("$", "${dollar}")
    open(folder + "/nginx.conf", "w").write(f"""
      daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;
      events {{ worker_connections 512; }}
      http {{ access_log off; keepalive_requests 100000000;
        client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
        uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
        geo $dollar {{ default "$"; }}
        upstream answer {{ server 127.0.0.1:{behind}; keepalive 64; }}
        server {{ listen 127.0.0.1:{behind}; location / {{ default_type application/json;
          return 200 '{quoted}'; }} }}
        # 'return' answers before it has the body; behind a proxy the body is read first.
        server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://answer;
          proxy_http_version 1.1; proxy_set_header Connection ""; }} }} }}""")
    process = subprocess.Popen(["nginx", "-c", folder + "/nginx.conf", "-p", folder, "-e",
                                folder + "/errors"])
    bench.servers.append(process)
    for _ in range(1000):
        if subprocess.run(["curl", "-s", "-o", os.devnull, f"http://127.0.0.1:{port}/"]).returncode == 0:
            return port
    sys.exit("nginx did not start")


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wrk(url, script, connections=16):
    """Requests a second."""
    text = subprocess.run(["wrk", "-t1", f"-c{connections}", "-d2", "-s", script, url], capture_output=True, text=True,
                          check=True).stdout
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))


def versions():
    found = []
    for words, pattern in ((["curl", "--version"], r"curl [\d.]+"), (["sqlite3", "--version"], r"[\d.]+"),
                           (["gh", "--version"], r"gh version [\d.]+"),
                           (["jq", "--version"], r"jq-[\d.]+"),
                           (["wrk", "-v"], r"wrk \S+"), (["nginx", "-v"], r"nginx/[\d.]+")):
        run = subprocess.run(words, capture_output=True, text=True)
        match = re.search(pattern, run.stdout + run.stderr)
        found.append((words[0] + " " if words[0] == "sqlite3" else "") + (match.group(0) if match else "?"))
    return ", ".join(found)


def write(bench):
    path = os.path.join(HERE, "..", "BENCHMARKS.md")
    text = open(path).read()
    lines = ["| work | against | ratio | goal | |", "|---|---|---|---|---|"]
    lines += [f"| {n} | {p} | {r} | {g} | {'reached' if ok else 'not reached'} |"
              for n, p, r, g, ok in bench.table]
    table = f"Peers: {versions()}. Rows: {bench.rows:,}.\n\n" + "\n".join(lines) + "\n"
    if bench.grown:
        table += ("\nHow the time grows, as a multiple of the time of a hundredth of the rows.\n\n"
                  "| work | rows | a hundredth | a tenth | all |\n|---|---|---|---|---|\n")
        table += "".join(
            f"| {name} | {rows:,} | " + " | ".join(f"{time:.1f}" for time in times) + " |\n"
            for name, rows, times in bench.grown)
    open(path, "w").write(re.sub(r"(<!-- table -->\n).*(<!-- end -->)",
                                 lambda m: m.group(1) + "\n" + table + "\n" + m.group(2), text,
                                 flags=re.S))


def postgres(bench):
    """Starts a cluster of its own; returns the folder of its socket, and pg_ctl for it."""
    folder = tempfile.mkdtemp(prefix="iapctl-bench-", dir="/tmp")
    os.chmod(folder, 0o777)
    binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []

    def run(name, *words):
        subprocess.run(user + [f"{binaries[-1]}/{name}", "-D", folder + "/data", *words], check=True,
                       cwd=folder, stdout=subprocess.DEVNULL)

    def control(*words):
        run("pg_ctl", "-w", "-l", folder + "/log", *words)
        if "stop" in words: shutil.rmtree(folder, ignore_errors=True)

    run("initdb", "-U", "iapctl", "-A", "trust", "-E", "UTF8", "--locale=C")
    control("-o", f"-k {folder} -c listen_addresses=", "start")
    return folder, control


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--only", help="start, lists, changes, seeds, rest, team, serve, growth or size")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.write and options.only:
        parser.error("--write replaces the whole table: not with --only")
    with tempfile.TemporaryDirectory(prefix="iapctl-bench-") as folder:
        bench = Bench(options.binary, options.rows, folder)
        try:
            for part in ("start", "lists", "changes", "seeds", "rest", "team", "serve", "growth", "size"):
                if options.only in (None, part):
                    start = time.monotonic()
                    getattr(bench, part)()
                    print(f"     {part}: {time.monotonic() - start:.0f} s", flush=True)
        finally:
            for server in bench.servers:
                server.terminate()
        if options.write:
            write(bench)


main()
