import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Languages
import Records

/// `iapctl store fault list`
enum StoreFaultListCommand: Command {
  static let specification = CommandSpecification(
    "list the planned failures",
    discussion: [
      "Lists the faults in the order in which they apply, with the number of their uses so far. A "
        + "fault that was used up stays in the list."
    ],
    examples: [
      Example("iapctl store fault list", "list the faults"),
      Example("iapctl store fault list -o json", "the faults as in a seed"),
    ],
    fields: FaultRecord.documented)

  struct Inputs: Equatable, Sendable {}

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs()
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { FaultRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    FaultRecord.report(try await context.fixtureStore().read { try $0.plannedFaults() })
  }
}

/// `iapctl store fault clear`
enum StoreFaultClearCommand: Command {
  static let specification = CommandSpecification(
    "remove all planned failures",
    discussion: ["Removes all faults of the store, also those that were used up."],
    examples: [
      Example("iapctl store fault clear", "no operation fails on purpose any more"),
      Example("iapctl store fault clear -q", "the same without a note"),
    ])

  struct Inputs: Equatable, Sendable {}

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs()
  }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let count = try await context.fixtureStore().change { try $0.clearFaults() }
    return .nothing(notices: [StoreMessages.faultsRemoved(count)])
  }
}

/// A fault as a record, with the keys of a seed.
enum FaultRecord {
  static let schema = RecordSchema(
    PlannedFault.fields.map(\.name), columns: PlannedFault.fields.map(\.name))

  /// The fields with the meanings of the keys in a seed.
  static var documented: [FieldSpecification] {
    SeedFormat.faults.members.map { FieldSpecification($0.name, $0.summary) }
  }

  /// - Parameter done: what the command did; nil if it only lists.
  static func report(_ faults: [PlannedFault], done: Sentence? = nil) -> Report {
    let section = RecordSection(
      "faults", schema, records: RecordBatch(faults, PlannedFault.fields))
    return Report(.lists([section])) {
      var summary = Report.Summary()
      if let done { summary.done = done }
      if faults.isEmpty { summary.hints = [StoreMessages.noFaults] }
      return summary
    }
  }
}
