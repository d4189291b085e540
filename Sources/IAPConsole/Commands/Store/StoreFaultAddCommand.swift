import CommandLine
import IAPCore
import IAPFixtures
import Records

/// `iapctl store fault add`
enum StoreFaultAddCommand: Command {
  static let operation = Option<IAPOperation>(
    "on", .choice("OPERATION"), "the operation that fails")
  static let code = Option(
    "code", .number("N", in: 0...Int.max), "the error: 0 to 18 of iap, 100 to 107 of http")
  static let domain = Option(
    "domain", ValueParser<PlannedFault.Domain>.choice("DOMAIN"), fallback: "iap",
    "the domain of the error")
  static let product = Option(
    "product", .identifier("ID", kind: .names(.products)),
    "only uses with this product (purchase and consume)")
  static let skip = Option(
    "skip", .number("N", in: 0...Int.max), fallback: "0", "how many uses succeed first")
  static let times = Option(
    "times", .number("N", in: 1...Int.max), fallback: "1", "how many uses fail after that")
  static let delay = Option(
    "delay", .duration, "how long 'iapctl serve' waits before it answers")
  static let after = Flag(
    "after", "apply the operation and lose only its answer (exit 7); not for queries")

  static let specification = CommandSpecification(
    "plan a simulated failure",
    discussion: [
      "The operation fails with the error, --times times after --skip uses. A use is a call that "
        + "matches the fault's user and product. --user restricts the fault to a user only if it is "
        + "typed: a user from a variable or a profile does not.",
      "With --after the operation is applied and its answer is lost: the command exits 7, and "
        + "'iapctl serve' closes the connection without an answer. A fault that was used up stays "
        + "in the list with its count.",
    ],
    options: [
      operation.specification, code.specification, domain.specification, product.specification,
      skip.specification, times.specification, delay.specification, after.specification,
    ],
    examples: [
      Example(
        "iapctl store fault add --on purchase --code 11", "the next purchase does not verify"),
      Example(
        "iapctl store fault add --on consume --code 0 --after --user alice",
        "alice's next consume succeeds, and its answer is lost"),
      Example(
        "iapctl store fault add --on unconsumed --domain http --code 102",
        "the next list is not answered in time"),
    ],
    fields: FaultRecord.documented)

  struct Inputs: Equatable, Sendable { var fault: PlannedFault }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    guard let operation = try arguments.value(of: operation) else {
      throw UsageError(
        CommandProblem.noOperation(operations: IAPOperation.allCases.map(\.rawValue)))
    }
    guard let code = try arguments.value(of: code) else {
      throw UsageError(CommandProblem.noFaultCode)
    }
    let domain = try arguments.value(of: domain) ?? .iap
    let product = try arguments.value(of: product)
    let user = settings.$user.isTyped ? settings.user : nil
    try refuse(product: product, user: user, on: operation)
    let skip = try arguments.value(of: skip) ?? 0
    let times = try arguments.value(of: times) ?? 1
    let delay = try arguments.value(of: delay)
    do throws(PlannedFault.Problem) {
      return Inputs(
        fault: try PlannedFault(
          on: operation, domain: domain, code: Int64(code), isAfter: arguments[after],
          skip: Int64(skip), times: Int64(times), product: product, user: user, delay: delay))
    } catch {
      throw UsageError(problem(error, domain, code))
    }
  }

  /// A fault for a product or a user never applies to calls that have none.
  private static func refuse(
    product: Identifier?, user: Identifier?, on operation: IAPOperation
  ) throws(UsageError) {
    if product != nil, !operation.hasProduct {
      throw UsageError(CommandProblem.faultOfNoProduct(operation: operation.rawValue))
    }
    if user != nil, operation == .products {
      throw UsageError(CommandProblem.faultOfNoUser)
    }
  }

  private static func problem(
    _ problem: PlannedFault.Problem, _ domain: PlannedFault.Domain, _ code: Int
  ) -> CommandProblem {
    guard problem.key == Self.code.specification.name else { return .faultAfterQuery }
    let owner = PlannedFault.Domain.allCases.first { $0.codes.contains(Int64(code)) }
    return .faultCodeUnknown(code, domain, owner: owner)
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { FaultRecord.schema }

  static func hasEffect(_ inputs: Inputs) -> Bool { true }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    let fault = inputs.fault
    let names = GivenNames(
      users: [fault.user].compactMap(\.self), products: [fault.product].compactMap(\.self))
    try await context.noteUnknownNames(names, to: store)
    try await store.add(fault)
    return FaultRecord.report([fault], done: .store(.faultAdded))
  }
}
