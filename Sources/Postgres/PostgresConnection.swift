import CLibrary
import CPostgres
package import System

/// A connection to a PostgreSQL server, or to another one that speaks its protocol. Only one task may
/// use it at a time.
///
/// Statements are sent together, in one pipeline, and are prepared once. After an error that is not
/// the server's refusal of a statement, the connection is lost: every further call throws.
package final class PostgresConnection {
  /// How long a wait may last, and whether a stop signal ends it.
  package struct Patience {
    package var deadline: Deadline
    package var canStop: Bool

    package init(until deadline: Deadline, canStop: Bool) {
      (self.deadline, self.canStop) = (deadline, canStop)
    }
  }

  private let handle: OpaquePointer
  private var prepared: Set<String> = []
  /// The statements whose results are not read yet.
  private var sent: [(statement: PostgresStatement, isNew: Bool)] = []
  private var end: PostgresError?

  /// Connects, with libpq's rules for variables, service files and password files.
  ///
  /// - Throws: `plaintext` if the settings allow a connection without TLS to another machine.
  package init(
    to address: PostgresAddress, named application: String, _ patience: Patience
  ) throws(PostgresError) {
    try Self.load()
    guard iapctl_pg_is_url(address.url) != 0 else {
      throw PostgresError(.address, "it is not a URL of a PostgreSQL database")
    }
    // A later entry wins: the URL can replace the first ones. An address that does not answer fails
    // after ten seconds, so that the next one of the URL is tried.
    let options = [
      ("tcp_user_timeout", "10000"), ("connect_timeout", "10"), ("keepalives_idle", "30"),
      ("fallback_application_name", application), ("dbname", address.url),
      ("client_encoding", "UTF8"),
    ]
    let started = Self.withTexts(options.map(\.0)) { keys in
      Self.withTexts(options.map(\.1)) { iapctl_pg_start(keys, $0) }
    }
    guard let started else { throw PostgresError(.lost, "no memory") }
    handle = started
    try Self.refusePlaintext(option("host"), option("hostaddr"), option("sslmode"))
    try connect(patience)
  }

  deinit { iapctl_pg_close(handle) }

  /// Whether the connection can still be used.
  package var isLost: Bool { end != nil }

  /// The number of warnings of the server.
  package var warnings: Int { Int(iapctl_pg_warnings(handle)) }

  // MARK: Statements

  /// Executes statements in one pipeline. If one is refused, those after it are not executed.
  ///
  /// - Returns: the result of each statement.
  package func run(
    _ statements: [PostgresStatement], _ patience: Patience
  ) throws(PostgresError) -> [PostgresResult] {
    if let end { throw end }
    if !sent.isEmpty, sent.map(\.statement) != statements { _ = try results(patience) }
    if sent.isEmpty { try send(statements) }
    return try results(patience)
  }

  /// Sends statements that are run next. The server executes them meanwhile.
  package func send(_ statements: [PostgresStatement]) throws(PostgresError) {
    var known = prepared
    sent = statements.map { ($0, $0.name.map { known.insert($0).inserted } ?? false) }
    for (statement, isNew) in sent { try send(statement, isNew) }
    try require(iapctl_pg_sync(handle) != 0)
  }

  package func run(
    _ statement: PostgresStatement, _ patience: Patience
  ) throws(PostgresError) -> PostgresResult {
    try run([statement], patience).last ?? PostgresResult()
  }

  private func send(_ statement: PostgresStatement, _ isNew: Bool) throws(PostgresError) {
    let count = Int32(statement.values.count)
    guard let name = statement.name else {
      return try require(
        Self.withTexts(statement.values) { iapctl_pg_query(handle, statement.text, count, $0) }
          != 0)
    }
    if isNew {
      try require(iapctl_pg_prepare(handle, name, statement.text) != 0)
    }
    try require(
      Self.withTexts(statement.values) { iapctl_pg_execute(handle, name, count, $0) } != 0)
  }

  /// Reads the results of a pipeline to its end.
  private func results(_ patience: Patience) throws(PostgresError) -> [PostgresResult] {
    defer { sent = [] }
    var (results, refusal): ([PostgresResult], PostgresError?) = ([], nil)
    for (statement, isNew) in sent {
      var steps = isNew ? 2 : 1
      while steps > 0 {
        switch try next(patience) {
        case .success(let result)?:
          if steps == 2 { statement.name.map { _ = prepared.insert($0) } }
          if steps == 1 { results.append(result) }
        case .failure(let error)?: refusal = refusal ?? error
        case nil: steps -= 1
        }
      }
    }
    // The end of the pipeline.
    while try next(patience) == nil {}
    if let refusal { throw refusal }
    return results
  }

  /// The next result. Nil after the results of a statement.
  private func next(
    _ patience: Patience
  ) throws(PostgresError) -> Result<PostgresResult, PostgresError>? {
    try waitForResult(patience)
    guard let result = iapctl_pg_next(handle) else { return nil }
    let kind = iapctl_pg_kind_of(result)
    if kind == iapctl_pg_done || kind == iapctl_pg_end { return .success(PostgresResult(result)) }
    defer { iapctl_pg_free(result) }
    switch kind {
    case iapctl_pg_skipped: return .failure(PostgresError(.refused, "not executed"))
    default:
      let code = String(cString: iapctl_pg_code(result))
      let message = String(cString: iapctl_pg_message(result))
      // The server ends the connection, or the library has lost it.
      guard !code.isEmpty, !PostgresError.endsConnection(code) else {
        throw lost(PostgresError(.lost, code: code, code.isEmpty ? problem : message))
      }
      return .failure(PostgresError(.refused, code: code, message))
    }
  }

  private func waitForResult(_ patience: Patience) throws(PostgresError) {
    var isUnsent = true
    while true {
      if isUnsent {
        let state = iapctl_pg_flush(handle)
        try require(state >= 0)
        isUnsent = state > 0
      }
      guard iapctl_pg_is_busy(handle) != 0 else { return }
      try wait(patience, writes: isUnsent)
      try require(iapctl_pg_read(handle) != 0)
    }
  }

  // MARK: Connecting

  private func connect(_ patience: Patience) throws(PostgresError) {
    var progress = iapctl_pg_writes
    while progress != iapctl_pg_connected {
      guard progress != iapctl_pg_failed, iapctl_pg_socket(handle) >= 0 else {
        throw PostgresError(iapctl_pg_wanted_password(handle) != 0 ? .login : .unreachable, problem)
      }
      try wait(patience, reads: progress == iapctl_pg_reads, writes: progress == iapctl_pg_writes)
      progress = iapctl_pg_advance(handle)
    }
    try require(iapctl_pg_use_pipeline(handle) != 0)
  }

  private func wait(
    _ patience: Patience, reads: Bool = true, writes: Bool
  ) throws(PostgresError) {
    let isReady: Bool
    do {
      isReady = try patience.deadline.wait(
        forSocket: iapctl_pg_socket(handle), reads: reads, writes: writes,
        canStop: patience.canStop)
    } catch {
      throw lost(PostgresError(error == .stopped ? .stopped : .lost, error.text))
    }
    guard isReady else { throw lost(PostgresError(.late, "the database does not answer in time")) }
  }

  private func require(_ isFine: Bool) throws(PostgresError) {
    guard isFine else { throw lost(PostgresError(.lost, problem)) }
  }

  /// From now on, every call throws this error.
  private func lost(_ error: PostgresError) -> PostgresError {
    end = error
    return error
  }

  /// The last error of the library, in one line.
  private var problem: String {
    PostgresError.line(String(cString: iapctl_pg_problem(handle)))
  }

  private func option(_ key: String) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let length = iapctl_pg_option(handle, key, &bytes, bytes.count)
    // A value that does not fit is no name of this machine.
    guard length < bytes.count else { return "?" }
    return length < 0 ? "" : String(upToZero: bytes)
  }

  private static func withTexts<Answer>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Answer
  ) -> Answer {
    let copies = texts.map { text in text.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { buffer in
      // The array has at least its terminating nil, so the buffer has an address.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }

  #if canImport(Darwin)
    package static let library = "libpq.5.dylib"
  #else
    package static let library = "libpq.so.5"
  #endif

  private static func load() throws(PostgresError) {
    var problem = [CChar](repeating: 0, count: 512)
    guard iapctl_pg_load(library, &problem, problem.count) == 0 else { return }
    throw PostgresError(.libraryMissing, String(upToZero: problem))
  }

  /// Refuses a connection that may be without TLS, unless it stays on this machine. Nothing but the
  /// beginning of a connection was sent.
  static func refusePlaintext(
    _ hosts: String, _ addresses: String, _ mode: String
  ) throws(PostgresError) {
    guard !["require", "verify-ca", "verify-full"].contains(mode) else { return }
    let names = addresses.isEmpty ? hosts : addresses
    for name in names.split(separator: ",", omittingEmptySubsequences: false) {
      guard PostgresAddress.isOnThisMachine(String(name)) else {
        throw PostgresError(.plaintext, String(name))
      }
    }
  }
}
