import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages

/// The payments of a consume: given by number, of an unconsumed list, or of a file.
protocol ConsumeSource: PaymentSource {
  /// The number of payments, if it is known.
  var total: Int? { get }
  /// The file that settles all payments that stay unknown. Nil if there is no such file.
  var settlingInput: SettlingInput? { get }
  /// What the person who confirms must know of the payments.
  var notes: [Sentence] { get }
  /// The failures of the source itself, such as a market without an answer.
  var summary: Report.Summary { get }

  /// Starts again at the first payment, limited to those that were previewed.
  func restart(with previewed: Set<Identifier>) async throws
}

extension ConsumeSource {
  var settlingInput: SettlingInput? { nil }
  var notes: [Sentence] { [] }
  var summary: Report.Summary { Report.Summary() }
}

extension ConsumeCommand.Inputs {
  /// Opens the source. Everything that can be checked before the first request is checked.
  func source(_ session: ConsumeSession, in context: Context) async throws -> any ConsumeSource {
    let service = session.service
    try await refuseUnknownMarkets(service)
    switch selection {
    case .listed(let numbers, let tokenFile):
      if try context.settings.isRemote { try await refuseOrderNumbers(numbers, service) }
      try await session.noteOtherPayments(numbers)
      var token = try tokenFile.map { try context.readToken(from: $0) }
      if context.settings.isTyped(GlobalOptions.user.specification), service.traits.needsToken,
        let number = numbers.first,
        token != nil, !(try await session.preview().settles(Payment(number)))
      {
        // A user that was typed is a claim, which only the user's list confirms.
        try await session.requireOwnToken(
          Payment(number, user: user, markets: markets, accessToken: token))
        token = nil
      }
      if plan.onlyUnknown { try await session.requireUnknown(numbers) }
      if plan.rules.resumes {
        try await session.preview().check(numbers.map { Payment($0, user: user) })
      }
      return try GivenPayments(numbers, token: token, self, in: context)
    case .all(let query):
      try await context.noteUnknownNames(GivenNames(query), to: service)
      let source = try await ListedPayments(query, of: service, in: context)
      if session.isJournaled { try await source.check(with: try session.preview()) }
      return source
    case .file(let path, let options):
      let source = try FilePayments(path, options, self, for: service, in: context)
      do {
        try source.refuseUnsendable(self, to: service)
        try await session.compare(source, options.compares)
      } catch {
        try context.writeRejected(of: source.input, options)
        throw error
      }
      try context.writeRejected(of: source.input, options)
      return source
    }
  }

  /// A server has no payments under order numbers. The payment is named if the server knows it.
  private func refuseOrderNumbers(_ numbers: [Identifier], _ service: any IAPService) async throws {
    for number in numbers where OrderNumber(number.text) != nil {
      let payment = try await service.histories(of: number).first?.payment.purchase.paymentSeq
      throw IAPError.iapctl(
        .paymentNotFound,
        .payment(number, payment.map { .isTransaction(of: $0) } ?? .notFound))
    }
  }

  /// A consume in a market that a fixture store does not have is a typing mistake.
  private func refuseUnknownMarkets(_ service: any IAPService) async throws {
    guard !markets.isEmpty else { return }
    let unknown = try await service.unknownNames(among: GivenNames(markets: markets))
    guard let first = unknown.first else { return }
    throw UsageError(ConsumeUsage.unknownMarket(first))
  }
}

/// The payments that are given by number on the command line.
final class GivenPayments: ConsumeSource {
  private let payments: [Payment]
  private var rest: ArraySlice<Payment>

  /// - Parameter token: nil to look the payments up.
  /// - Throws: `inputInvalid` if a spreadsheet has rounded the numbers, for example in a pipe through
  ///   `xargs`.
  init(
    _ numbers: [Identifier], token: Secret?, _ inputs: ConsumeCommand.Inputs, in context: Context
  ) throws {
    if token == nil, !inputs.plan.areNumbersExact { try Self.checkRounding(numbers) }
    if let number = numbers.first(where: { $0.withoutLeadingZeros != $0 }) {
      context.messages.note(InputMessages.leadingZeros(number))
    }
    payments = numbers.map {
      Payment(
        $0, user: token == nil ? inputs.user : inputs.owner, markets: inputs.markets,
        accessToken: token)
    }
    rest = payments[...]
  }

  var total: Int? { payments.count }

  func next(_ limit: Int) -> [Payment]? {
    defer { rest = rest.dropFirst(limit) }
    return rest.isEmpty ? nil : Array(rest.prefix(limit))
  }

  func restart(with previewed: Set<Identifier>) { rest = payments[...] }

  private static func checkRounding(_ numbers: [Identifier]) throws(IAPError) {
    let rounded = RoundedNumbers(numbers)
    guard rounded.isFound else { return }
    throw .iapctl(
      .inputInvalid,
      .argumentsRounded(ending: rounded.ending, of: rounded.count))
  }
}
