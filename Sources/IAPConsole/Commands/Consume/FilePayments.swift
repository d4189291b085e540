import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

final class FilePayments: ConsumeSource {
  let input: BatchInput
  let path: String
  /// The columns that nothing can be compared with.
  let ungiven: [InputColumn]
  /// What is not compared of the rows.
  var uncompared: [Sentence] = []

  init(
    _ path: String, _ options: InputOptions, _ inputs: ConsumeCommand.Inputs,
    for service: any IAPService, in context: Context
  ) throws {
    self.path = path
    ungiven = try Self.ungiven(by: service, in: context.settings)
    input = try context.batchInput(
      path: path, options, of: context.issuer(of: service), without: ungiven + [.productName])
    let later = input.repeatedLater
    uncompared =
      (input.warningName.map { [InputMessages.warningName($0)] } ?? [])
      + (later.count > 0 ? [InputMessages.repeatedLater(later.lines, of: later.count)] : [])
      + input.remarks.map { InputMessages.remark($0) }
    if let ticket = inputs.plan.ticket, input.staged.hasAny([.ticket]) {
      uncompared.append(InputMessages.ticketsOfRows(beside: ticket))
    }
    (input.defaults.user, input.defaults.userWithToken) = (inputs.user, inputs.owner)
    input.defaults.markets = inputs.markets
  }

  /// Refuses lines that cannot be sent, and throws if they may not be skipped or if no line can be sent.
  func refuseUnsendable(_ inputs: ConsumeCommand.Inputs, to service: any IAPService) throws {
    if inputs.plan.lacksTicket, let line = try input.staged.firstLine(lacking: [.ticket]) {
      throw UsageError(
        ConsumeUsage.lineWithoutTicket(
          line, of: path, profile: inputs.plan.profileRequiringTicket))
    }
    if service.traits.needsToken, inputs.user == nil,
      let line = try input.refuse(lacking: .userID, .accessToken)
    {
      throw UsageError(ConsumeUsage.lineWithoutOwner(line, of: path))
    }
    if service.traits.needsProductSeq, inputs.owner == nil,
      let line = try input.refuse(lacking: .productSeq, .userID)
    {
      throw UsageError(ConsumeUsage.lineWithoutProduct(line, of: path))
    }
  }

  private static func ungiven(
    by service: any IAPService, in settings: Settings
  ) throws -> [InputColumn] {
    guard try settings.isRemote else { return [] }
    let wire = settings.dialect.traits
    return (wire.listsTimes ? [] : [.purchaseTime])
      + (service.traits.listsProductIdentifiers ? [] : [.productIdentifier])
      + (wire.listsTransactions
        ? []
        : [
          .transactionIdentifier, .originalTransactionIdentifier, .productType, .storePayment,
          .sandboxPayment,
        ])
      + (wire.listsMarkets ? [] : [.storeCode])
  }

  var total: Int? { input.count }
  var settlingInput: SettlingInput? {
    TypedOptions.isStream(path) ? nil : .file(path, hasTokens: input.hasTokens)
  }
  var notes: [Sentence] { uncompared }

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
}
