import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import JSON
import Languages
import Records

/// A command that makes a change to a store. It lists the events of the change.
struct StoreChangeCommand<Change: StoreChange>: Command {
  static var specification: CommandSpecification {
    let form = Change.form
    return CommandSpecification(
      form.summary, discussion: form.discussion, options: options.map(\.specification),
      operands: operands.map(\.operand.specification),
      examples: form.examples.map { Example($0.line, $0.summary, status: $0.status) },
      related: form.related)
  }

  static var needs: SettingsNeed { .store }
  static var schema: RecordSchema { StoreLogCommand.schema }
  var hasEffect: Bool { true }

  let change: Change

  private static var operands: [(name: String, operand: Operand<JSONValue>)] {
    Change.form.arguments.filter(\.isRequired).enumerated().map { position, argument in
      (argument.name, Operand(.one, at: position, argument.parser, argument.summary))
    }
  }

  private static var options: [Option<JSONValue>] {
    Change.form.arguments.filter { !$0.isRequired }.map {
      Option($0.name, $0.parser, fallback: $0.fallback, $0.summary)
    }
  }

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    var members: [JSONValue.Member] = []
    for (name, operand) in Self.operands {
      members.append(.init(name, try arguments.value(of: operand)))
    }
    for option in Self.options {
      guard let value = try arguments.value(of: option) else { continue }
      members.append(.init(option.specification.name, value))
    }
    do {
      change = try Change.form.fields.read(.object(members))
    } catch {
      throw .argument(
        .invalid(
          error.place, of: Self.specification.summary, expectation: error.kind.sentence,
          suggestion: nil)
      )
    }
    if let name = change.misplaced {
      throw UsageError(CommandUsage.ofStateSuccess(option: "--\(name)"))
    }
  }

  func run(in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    let notices = try await notices(to: store)
    let events = RecordBatch(try await store.apply(change), StoreEvent.fields)
    return Report(.lists([RecordSection("events", schema, records: events)])) {
      $0.notices = notices
    }
  }

  /// A change of a user's billing is no event itself. A misspelt user is a new one.
  private func notices(to store: FixtureStore) async throws -> [Sentence] {
    guard let change = change as? SetBilling else { return [] }
    let unknown = try await store.unknownNames(among: GivenNames(users: [change.user])).first
    return [
      unknown.map { StoreMessages.newUser($0.name, change.billing, closest: $0.closest) }
        ?? StoreMessages.billing(of: change.user, change.billing)
    ]
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    guard case .payment(_, .notFound) = error.reason else { return nil }
    let store = typed.shellText(of: [GlobalOptions.store.specification])
    return StoreMessages.checkPayment(command: "iapctl store dump\(store)")
  }
}

extension CommandNode {
  static var storeChanges: [CommandNode] {
    IAPFixtures.storeChanges.map { node($0) }
  }

  private static func node<Change: StoreChange>(_: Change.Type) -> CommandNode {
    CommandNode(
      Change.command, StoreChangeCommand<Change>.self, uses: [.store, .clock, .records])
  }
}

extension ChangeArgument {
  /// How a command line spells a value, as JSON.
  fileprivate var parser: ValueParser<JSONValue> {
    switch kind {
    case .payment: .json(.paymentSeq(completedBy: .text), \.text)
    case .user: .json(.identifier("USER", kind: .names(.users)), \.text)
    case .market: .json(.storeCode, \.text)
    case .transaction: .json(.identifier("ID", kind: .text), \.text)
    case .clock: .json(.clockChange, \.description)
    case .price: ValueParser<Price>.price.map { .number($0.digits) }
    case .currency: .json(.currency, \.self)
    case .choice(let words): .json(.choice(name.uppercased(), of: words), \.self)
    }
  }
}

extension ValueParser where Value == JSONValue {
  fileprivate static func json<Word>(
    _ parser: ValueParser<Word>, _ text: @escaping @Sendable (Word) -> String
  ) -> Self {
    parser.map { .string(text($0)) }
  }
}
