import IAPCore

/// Looks up the names that fit into a command line that is still being typed: what is wrong with
/// the rest of it does not matter yet.
struct DataLookup {
  private let arguments: ParsedArguments
  private let environment: Environment

  /// - Parameter words: what was typed so far, behind the program's name.
  init(words: [String], in environment: Environment) {
    arguments = ArgumentParser(root: CommandTree.root.specification).parse(words).arguments
    self.environment = environment
  }

  /// The names of a kind that begin with a text, in order.
  func names(_ kind: DataKind, beginning: String, limit: Int) throws -> [KnownName] {
    switch kind {
    case .products: return try stored(.products, beginning, limit)
    case .users: return try stored(.users, beginning, limit)
    case .unconsumedPayments: return try stored(.unconsumedPayments, beginning, limit)
    case .markets: return try markets(beginning, limit)
    case .profiles:
      let names = try ConfigurationFile.read(in: environment)?.profiles.keys.sorted() ?? []
      return names.filter { $0.hasPrefix(beginning) }.map { KnownName($0) }
    case .fields: return fields(beginning)
    }
  }

  private func settings() throws -> Settings {
    try Settings.read(arguments, in: environment, .everything)
  }

  private func stored(
    _ subject: NameQuery.Subject, _ beginning: String, _ limit: Int
  ) throws -> [KnownName] {
    let settings = try settings()
    var query = NameQuery(subject, beginning: beginning, limit: limit)
    query.user = settings.user
    if subject != .markets { query.markets = settings.markets }
    return try environment.names(try settings.backend(), query)
  }

  /// Those that the guides list are known without a backend.
  private func markets(_ beginning: String, _ limit: Int) throws -> [KnownName] {
    let known = StoreCode.known.map(\.text).filter { $0.hasPrefix(beginning) }
    let stored = (try? self.stored(.markets, beginning, limit).map(\.text)) ?? []
    return (known + stored.filter { !known.contains($0) }).map { KnownName($0) }
  }

  /// The fields of what the command answers; those before the last comma are there already.
  private func fields(_ beginning: String) -> [KnownName] {
    let parts = beginning.split(separator: ",", omittingEmptySubsequences: false)
    let before = parts.dropLast().map(String.init)
    let names = CommandTree.node(arguments.path)?.specification.fields.map(\.name) ?? []
    return
      names
      .filter { $0.hasPrefix(parts.last ?? "") && !before.contains($0) }
      .map { KnownName((before + [$0]).joined(separator: ",")) }
  }
}
