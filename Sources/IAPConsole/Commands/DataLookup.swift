import CommandLine
import IAPBatch
import IAPCore
import IAPFixtures

/// Looks up names in the user's data for the completion of a command line. Errors in the rest of
/// the command line are ignored, because the user is still typing.
struct DataLookup {
  private let arguments: ParsedArguments
  private let program: Program
  private let environment: Environment

  /// - Parameter arguments: the words before the cursor, without the program's name.
  init(arguments: [String], in context: Context) {
    (program, environment) = (context.program, context.environment)
    self.arguments = ArgumentParser(root: program.root.specification).parse(arguments).arguments
  }

  /// The sorted names of a kind that begin with a text.
  func names(_ kind: ValueKind, beginning: String, limit: Int) async throws -> [Candidate] {
    switch kind {
    case .journaledPayments: return try await journaled(beginning, limit)
    case .allPayments: return try await payments(beginning, limit)
    case .names(.markets): return try markets(beginning, limit)
    case .profiles:
      let names = try ConfigurationFile.read(in: environment)?.names.map(\.text) ?? []
      return names.filter { $0.utf8.starts(with: beginning.utf8) }.map { Candidate($0) }
    case .fields: return fields(beginning)
    case .data(let name):
      return try NameQuery.Subject(rawValue: name).map { try stored($0, beginning, limit) } ?? []
    default: return []
    }
  }

  /// The settings that a lookup needs. Errors in other settings are ignored here; the command
  /// reports them when it runs.
  private func settings() -> Settings {
    let profile = try? ConfigurationFile.profile(for: arguments, in: environment)
    let source = SettingSource(arguments, environment.variables, profile ?? .none)
    var settings = Settings()
    // Whether the options fit the place does not matter here either.
    var others = arguments
    for option in SharedOptions.serverOnly.own { others.values[option.name] = nil }
    settings.source = SettingSource(others, environment.variables, profile ?? .none)
    settings.place = source.place
    settings.store = try? source.value(of: GlobalOptions.store)
    settings.user = try? source.value(of: GlobalOptions.user)
    settings.markets = (try? source.values(of: GlobalOptions.market)) ?? []
    settings.journal = try? source.value(of: GlobalOptions.journal)
    return settings
  }

  private func stored(
    _ subject: NameQuery.Subject, _ beginning: String, _ limit: Int
  ) throws -> [Candidate] {
    let settings = settings()
    var query = NameQuery(subject, beginning: beginning, limit: limit)
    query.user = settings.user
    if subject != .markets { query.markets = settings.markets }
    // Completion never sends a request over the network.
    guard case .store(let path) = try settings.backend() else { return [] }
    return try StoreCompletions.names(
      query, at: path, realTime: environment.clock.realTime,
      monotonicTime: environment.clock.monotonicTime)
  }

  /// How many payments of a journal are searched. In a larger journal, nothing is offered.
  private static let mostJournaled = 20_000

  /// The payments in the journal, if it is a file: completion sends no request over the network.
  private func journaled(_ beginning: String, _ limit: Int) async throws -> [Candidate] {
    let path = try settings().journalPath(in: environment.folders)
    guard !path.contains("://") else { return [] }
    let journal = try environment.backends.journal(
      at: path, patience: .milliseconds(100), command: .zero)
    var numbers: Set<Identifier> = []
    var searched = 0
    for try await page in try await journal.entries(JournalQuery(.latest)) {
      searched += page.count
      guard searched <= Self.mostJournaled else { return [] }
      for entry in page where entry.payment.paymentSeq.text.utf8.starts(with: beginning.utf8) {
        numbers.insert(entry.payment.paymentSeq)
      }
    }
    return numbers.map(\.text).sorted().prefix(limit).map { Candidate($0) }
  }

  /// The payments of the store and of the journal. Either of them may be missing.
  private func payments(_ beginning: String, _ limit: Int) async throws -> [Candidate] {
    let stored = (try? self.stored(.payments, beginning, limit)) ?? []
    let storedNames = Set(stored.map(\.text))
    let journaled = (try? await self.journaled(beginning, limit)) ?? []
    return Array(
      (stored + journaled.filter { !storedNames.contains($0.text) }).sorted { $0.text < $1.text }
        .prefix(limit))
  }

  /// The markets of the guides, which need no backend, and those of the fixture store.
  private func markets(_ beginning: String, _ limit: Int) throws -> [Candidate] {
    let guideMarkets = StoreCode.known.map(\.text).filter { $0.hasPrefix(beginning) }
    let stored = (try? self.stored(.markets, beginning, limit).map(\.text)) ?? []
    return (guideMarkets + stored.filter { !guideMarkets.contains($0) }).map { Candidate($0) }
  }

  /// The fields of the records that the command prints. They do not depend on missing operands,
  /// users or stores, so placeholders replace these.
  private var fieldNames: [String] {
    guard let node = program.root.descendant(arguments.path[...]) else { return [] }
    var settings = settings()
    settings.user = settings.user ?? "0"
    if settings.store == nil { settings.place = .success(.store(path: "0")) }
    var whole = arguments
    whole.operands = ["0"]
    for arguments in [arguments, whole] {
      if let command = try? node.command?.read(arguments, settings) { return command.schema.fields }
    }
    return node.specification.fields.map(\.name)
  }

  /// Completes the name after the last comma. The names before it are not offered again.
  private func fields(_ beginning: String) -> [Candidate] {
    let parts = beginning.split(separator: ",", omittingEmptySubsequences: false)
    let before = parts.dropLast().map(String.init)
    return
      fieldNames
      .filter { $0.hasPrefix(parts.last ?? "") && !before.contains($0) }
      .map { Candidate((before + [$0]).joined(separator: ",")) }
  }
}
