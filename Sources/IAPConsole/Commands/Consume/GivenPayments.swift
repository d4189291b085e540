import IAPBatch
import IAPCore
import IAPMessages

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
