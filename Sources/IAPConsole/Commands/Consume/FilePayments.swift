import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// The payments of `--from`.
final class FilePayments: ConsumeSource {
  let input: BatchInput
  let path: String
  /// The columns that nothing can be compared with.
  let ungiven: [InputColumn]
  /// What is not compared of the rows.
  var uncompared: [Sentence] = []

  /// Reads the file, and throws if it is known that a part of it cannot be sent: then nothing is.
  init(
    _ path: String, _ options: InputOptions, _ inputs: ConsumeCommand.Inputs,
    for service: any IAPService, in context: Context
  ) throws {
    self.path = path
    ungiven = try Self.ungiven(by: service, in: context.settings)
    input = try context.batchInput(
      path: path, options, of: context.issuer(of: service), without: ungiven)
    input.defaults = BatchInput.Defaults(
      user: inputs.user, userWithToken: inputs.owner, markets: inputs.markets)
    if inputs.plan.lacksTicket { try checkTickets(inputs.plan) }
    if service.traits.needsToken, inputs.user == nil { try checkOwners() }
    if service.traits.needsProductSeq, inputs.owner == nil { try checkProducts() }
  }

  private static func ungiven(
    by service: any IAPService, in settings: Settings
  ) throws -> [InputColumn] {
    guard try settings.isRemote else { return [.purchaseTime] }
    let wire = settings.dialect.traits
    return [.purchaseTime]
      + (service.traits.listsProductIdentifiers ? [] : [.productIdentifier])
      + (wire.listsTransactions ? [] : [.transactionIdentifier])
      + (wire.listsMarkets ? [] : [.storeCode])
  }

  var total: Int? { input.count }
  var settlingInput: SettlingInput? { TypedOptions.isStream(path) ? nil : .file(path) }
  var notes: [Sentence] { (input.usersNotice.map { [$0] } ?? []) + uncompared }

  var summary: Report.Summary {
    var summary = Report.Summary()
    summary.notices = uncompared
    summary.failures = FailureTally(input.problem.map { [$0] } ?? [])
    if input.count == 0, summary.failures.isEmpty { summary.hints = [ListMessages.noPayments] }
    return summary
  }

  func next(_ limit: Int) throws -> [Payment]? {
    let payments = try input.next(limit)
    return payments.isEmpty ? nil : payments
  }

  func restart(with previewed: Set<Identifier>) { input.rewind() }

  // MARK: Checks

  private func checkOwners() throws {
    guard let line = try input.staged.firstLine(lacking: .userID, .accessToken) else { return }
    throw UsageError(ConsumeUsage.lineWithoutOwner(line, of: path))
  }

  private func checkTickets(_ plan: ConsumePlan) throws {
    guard let line = try input.staged.firstLine(lacking: .ticket) else { return }
    throw UsageError(
      ConsumeUsage.lineWithoutTicket(line, of: path, profile: plan.profileRequiringTicket))
  }

  private func checkProducts() throws {
    guard let line = try input.staged.firstLine(lacking: .userID, .productSeq) else { return }
    throw UsageError(ConsumeUsage.lineWithoutProduct(line, of: path))
  }
}
