import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Languages
import Records

struct StoreFaultListCommand: Command {
  static let specification = CommandSpecification(
    "list the planned failures",
    discussion: [
      "Lists the faults in the order in which they apply, with the number of their uses so far. A "
        + "fault that was used up stays in the list."
    ],
    examples: [
      Example("iapctl store fault list", "list the faults"),
      Example("iapctl store fault list -o json", "the faults as in a seed"),
    ])

  static let needs = SettingsNeed.store
  static let schema = FaultRecord.schema

  init(_ arguments: ParsedArguments, _ settings: Settings) {}

  func run(in context: Context) async throws -> Report {
    FaultRecord.report(try await context.fixtureStore().read { try $0.plannedFaults() })
  }
}

struct StoreFaultClearCommand: Command {
  static let specification = CommandSpecification(
    "remove all planned failures",
    discussion: ["Removes all faults of the store, also those that were used up."],
    examples: [
      Example("iapctl store fault clear", "no operation fails on purpose any more"),
      Example("iapctl store fault clear -q", "the same without a note"),
    ])

  static let needs = SettingsNeed.store
  var hasEffect: Bool { true }

  init(_ arguments: ParsedArguments, _ settings: Settings) {}

  func run(in context: Context) async throws -> Report {
    let count = try await context.fixtureStore().change { try $0.clearFaults() }
    return .nothing(notices: [StoreMessages.faultsRemoved(count)])
  }
}

/// A fault as a record, with the keys of a seed.
enum FaultRecord {
  static let schema = RecordSchema(
    PlannedFault.fields.map(\.name),
    meanings: Dictionary(SeedFormat.faults.members.map { ($0.name, $0.summary) }) { $1 })

  /// - Parameter done: what the command did; nil if it only lists.
  static func report(_ faults: [PlannedFault], done: Sentence? = nil) -> Report {
    let section = RecordSection(
      "faults", schema, records: RecordBatch(faults, PlannedFault.fields))
    return Report(.lists([section])) { summary in
      if let done { summary.done = done }
      if faults.isEmpty { summary.hints = [StoreMessages.noFaults] }
    }
  }
}
