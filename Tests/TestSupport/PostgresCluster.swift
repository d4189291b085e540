import CLibrary
import IAPBatch
import IAPCore
package import Postgres
import System
package import Testing

/// A PostgreSQL cluster in a temporary folder. It is started once for each test process, and ends
/// with it, also if that is killed.
package final class PostgresCluster: Sendable {
  /// Why it cannot be started; nil if it can.
  package static let problem: String? = {
    guard binaries != nil else { return "PostgreSQL is not installed" }
    guard getuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0 else {
      return "PostgreSQL does not run as root, and there is no setpriv"
    }
    return nil
  }()

  /// The cluster of this process.
  package static var shared: PostgresCluster {
    get async throws { try await start.value }
  }

  private static let start = Task { try await waiting { try PostgresCluster() } }

  /// The newest version that is installed.
  private static let binaries: String? = {
    let versions = TemporaryFolder.names(of: "/usr/lib/postgresql").compactMap { Int($0) }
    let folders =
      versions.sorted(by: >).map { "/usr/lib/postgresql/\($0)/bin" } + [
        "/opt/homebrew/opt/postgresql/bin", "/usr/local/bin", "/usr/bin",
      ]
    return folders.first { access($0 + "/initdb", X_OK) == 0 }
  }()

  private let folder: String
  /// Its port on the loopback address.
  package let port: Int
  private let counter = Counter()

  /// Waits until it runs. The shell that started it waits for the end of its standard input, which
  /// comes with the end of this process.
  package init() throws {
    let listener = try TestSocket.listening()
    port = try listener.port()
    listener.close()
    folder = try Files.makeTemporaryDirectory(in: "/tmp", prefix: "iapctl-postgres-")
    guard chmod(folder, 0o777) == 0, mkfifo(folder + "/ready", 0o666) == 0 else {
      throw SystemError.last
    }
    guard chmod(folder + "/ready", 0o666) == 0 else { throw SystemError.last }
    let file = fopen(folder + "/run", "w")
    fputs(script, file)
    fclose(file)
    guard popen("sh '\(folder)/run'", "we") != nil else {
      throw SystemError.last
    }
    let answer = String(decoding: try Files.read(folder + "/ready", limit: 100), as: UTF8.self)
    guard answer == "ready\n" else { throw NotStarted(log: log) }
  }

  package struct NotStarted: Error { package let log: String }

  /// What the server has logged.
  package var serverLog: String {
    get throws {
      String(decoding: try Files.read(folder + "/server", limit: 1 << 24), as: UTF8.self)
    }
  }

  private var log: String {
    (try? Files.read(folder + "/log", limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  private static var unprivileged: String {
    getuid() == 0
      ? "setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs " : ""
  }

  private var script: String {
    """
    trap '' INT TERM HUP
    cd '\(folder)' && exec 2>> log && PATH='\(Self.binaries ?? "")':$PATH && umask 077
    { \(Self.unprivileged)initdb -D data -U iapctl -A trust -E UTF8 --locale=C -N && cat >> data/postgresql.conf <<'END'
    listen_addresses = '127.0.0.1'
    port = \(port)
    unix_socket_directories = '\(folder)'
    max_connections = 200
    shared_buffers = 32MB
    logging_collector = off
    END
    \(Self.unprivileged)pg_ctl -D data -w -l server start; } >> log
    if \(Self.unprivileged)pg_ctl -D data status > status; then echo ready > ready; else echo failed > ready; fi
    cat > input
    \(Self.unprivileged)pg_ctl -D data -m immediate stop >> log
    rm -rf '\(folder)'
    """
  }

  /// Runs `pg_ctl` with these words and waits for its end.
  package func control(_ words: String) async throws {
    let command =
      "cd '\(folder)' && \(Self.unprivileged)'\(Self.binaries ?? "")/pg_ctl' -D data \(words) "
      + "-l server > control 2>&1"
    // Not system(), which ignores interrupts while it waits, also in what other tests start meanwhile.
    let status = try await waiting { popen(command, "we").map { pclose($0) } ?? -1 }
    guard status == 0 else { throw NotStarted(log: log) }
  }

  /// Stops the server as a crash does, starts it as a standby, and promotes it.
  package func promote() async throws {
    try await control("-m immediate stop")
    guard let stream = fopen(folder + "/data/standby.signal", "w") else { throw SystemError.last }
    fclose(stream)
    try await control("-w start")
    try await control("-w promote")
  }

  /// Asks an account for its password from now on.
  package func require(passwordOf role: String) async throws {
    let file = folder + "/data/pg_hba.conf"
    let rules = String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
    guard let stream = fopen(file, "w") else { throw SystemError.last }
    fputs("local all \(role) scram-sha-256\n" + rules, stream)
    fclose(stream)
    try await control("reload")
  }

  /// The URL of a database, through its socket.
  package func url(_ database: String, user: String = "iapctl") -> String {
    "postgresql:///\(database)?host=\(folder)&port=\(port)&user=\(user)"
  }

  /// The URL of a database, through a proxy.
  package func url(_ database: String, through proxy: CuttingProxy) -> String {
    "postgresql://iapctl@127.0.0.1:\(proxy.port)/\(database)?sslmode=disable"
  }

  /// The first column of the rows that a statement returns.
  package func texts(_ statement: String, in database: String) throws -> [String] {
    try run(statement, in: database).rows.map { $0.text("text") ?? "" }
  }

  /// Executes a statement as the owner of the cluster.
  @discardableResult
  package func run(_ statement: String, in database: String) throws -> PostgresResult {
    guard let address = PostgresAddress(url(database)) else { throw SystemError(code: EINVAL) }
    let limit = PostgresConnection.Patience(
      until: Deadline(after: .seconds(60)), canStop: false)
    return try PostgresConnection(to: address, named: "test", limit).run(
      PostgresStatement(statement), limit)
  }

  /// Locks a table until the lock is released.
  package func lock(_ table: String, in database: String) throws -> TableLock {
    let lock = try TableLock(url(database))
    try lock.run("BEGIN")
    try lock.run("LOCK TABLE \(table)")
    return lock
  }

  package final class TableLock {
    private let connection: PostgresConnection

    fileprivate init(_ url: String) throws {
      guard let address = PostgresAddress(url) else { throw SystemError(code: EINVAL) }
      connection = try PostgresConnection(to: address, named: "lock", Self.limit)
    }

    private static var limit: PostgresConnection.Patience {
      PostgresConnection.Patience(until: Deadline(after: .seconds(60)), canStop: false)
    }

    fileprivate func run(_ statement: String) throws {
      _ = try connection.run(PostgresStatement(statement), Self.limit)
    }

    package func release() throws { try run("ROLLBACK") }
  }

  /// Makes a database and returns its name.
  ///
  /// - Parameter template: the database to copy, which nobody uses; nil for an empty one.
  package func makeDatabase(like template: String? = nil) throws -> String {
    let name = "test\(counter.next())"
    try run(
      "CREATE DATABASE \(name) TEMPLATE \(template ?? "template1") STRATEGY file_copy",
      in: "postgres")
    return name
  }

  /// Makes a database with an empty journal and returns its name.
  package func makeJournal() async throws -> String {
    let name = try makeDatabase()
    let journal = try PostgresJournal(
      at: url(name), patience: .seconds(30),
      clocks: .init(
        realTime: { Instant(0) }, monotonicTime: { .zero }, lease: .seconds(60)), words: \.name)
    _ = try await journal.make(grantsTo: "support")
    return name
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests, with the reason, if PostgreSQL cannot be started.
  package static var postgres: Self {
    .enabled(
      if: PostgresCluster.problem == nil,
      "the journal of a team is not tested: \(PostgresCluster.problem ?? ""); run: make deps-test")
  }
}
