import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Records

struct StoreFaultAddCommand: Command {
  static let operation = Option(
    "on", ValueParser<String>.choice("OPERATION", of: IAPOperation.names),
    "the operation that fails, or the call of Gamebase")
  static let code = Option(
    "code", .number("N", in: 0...Int.max), "the error: 0 to 18 of iap, 100 to 107 of http")
  static let http = Option(
    "http", .number("STATUS", in: PlannedFault.Failure.statuses),
    "the HTTP status of the answer of 'iapctl serve'")
  static let retryAfter = Option(
    "retry-after", .retryAfter, "with --http: the header Retry-After, in seconds or as a date")
  static let serverCode = Option(
    "server-code", .number("N", in: PlannedFault.Failure.serverCodes),
    "the result code of the answer, such as 5018 or 9999")
  static let cut = Option(
    "cut", .number("BYTES", in: PlannedFault.Failure.bytes),
    "apply the operation, and end the answer after so many bytes of its body")
  static let domain = Option(
    "domain", ValueParser<PlannedFault.Domain>.choice("DOMAIN"), fallback: "iap",
    "the domain of the error")
  static let product = Option(
    "product", .identifier("ID", kind: .names(.products)),
    "only uses with this product (purchase and consume)")
  static let payment = Option(
    "payment", .paymentSeq(completedBy: .text), "only uses with this payment (consume)")
  static let skip = Option(
    "skip", .number("N", in: 0...Int.max), fallback: "0", "how many uses succeed first")
  static let times = Option(
    "times", .number("N", in: 1...Int.max), fallback: "1", "how many uses fail after that")
  static let delay = Option(
    "delay", .duration,
    "how long 'iapctl serve' waits before its answer, which may be right: 200ms, 2s")
  static let after = Flag(
    "after", "apply the operation and lose only its answer (exit 7); not for queries")

  static let specification = CommandSpecification(
    "plan a simulated failure",
    discussion: [
      "The operation fails, --times times after --skip uses. A use is a call that matches the fault's "
        + "user, product, payment and market. --user and --market restrict it only if they are typed: "
        + "a user from a variable or a profile does not.",
      "--code gives the error of the SDK. --http, --server-code and --cut give what 'iapctl serve' "
        + "answers; a command that works on the store itself fails with the error that a client would "
        + "make of that answer. With --http and --server-code nothing is applied, unless --after is "
        + "given. With --cut the operation is always applied.",
      "With --after the operation is applied and its answer is lost: the command exits 7, and "
        + "'iapctl serve' closes the connection without an answer. A fault that was used up stays "
        + "in the list with its count.",
    ],
    options: .of(
      operation, code, domain, http, retryAfter, serverCode, cut, product, payment, skip, times,
      delay, after),
    examples: [
      Example(
        "iapctl store fault add --on consume --code 0 --after --user alice",
        "alice's next consume succeeds, and its answer is lost"),
      Example(
        "iapctl store fault add --on unconsumed --market GG --delay 200ms",
        "the next list of Google Play is late"),
      Example(
        "iapctl store fault add --on consume --http 429 --retry-after 2",
        "the next consume is asked to wait for two seconds"),
    ])

  static let needs = SettingsNeed.store
  static let schema = FaultRecord.schema
  var hasEffect: Bool { true }

  let fault: PlannedFault

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    guard let operation = try arguments.value(of: Self.operation).flatMap(IAPOperation.init(name:))
    else {
      throw UsageError(CommandUsage.noOperation(operations: IAPOperation.names))
    }
    let failure = try Self.failure(arguments)
    let product = try arguments.value(of: Self.product)
    let user = settings.isTyped(GlobalOptions.user.specification) ? settings.user : nil
    let payment = try arguments.value(of: Self.payment)
    let market = settings.isTyped(GlobalOptions.market.specification) ? settings.markets.first : nil
    try Self.refuse(product: product, user: user, payment: payment, on: operation)
    if arguments[Self.after], case .cut = failure {
      throw UsageError(CommandUsage.exclusive("--cut", "--after"))
    }
    let skip = try arguments.value(of: Self.skip) ?? 0
    let times = try arguments.value(of: Self.times) ?? 1
    let delay = try arguments.value(of: Self.delay)
    do throws(PlannedFault.Problem) {
      fault = try PlannedFault(
        on: operation, failure, isAfter: arguments[Self.after], skip: Int64(skip),
        times: Int64(times), product: product, user: user, payment: payment, market: market,
        delay: delay)
    } catch {
      throw UsageError(Self.problem(error, failure))
    }
  }

  /// The one of four options that says how the call fails.
  private static func failure(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> PlannedFault.Failure {
    let options: [OptionSpecification] = .of(code, http, serverCode, cut)
    let given = options.map(\.name).filter { arguments.values[$0] != nil }
    if given.count > 1 {
      throw UsageError(CommandUsage.exclusive("--\(given[0])", "--\(given[1])"))
    }
    for (option, other, value) in [
      (domain.specification.name, options[0].name, "N"),
      (retryAfter.specification.name, options[1].name, "STATUS"),
    ] where arguments.values[option] != nil && given.first != other {
      throw UsageError(
        CommandUsage.optionNeeds(
          option: "--\(option)", other: "--\(other)", value: "--\(other) \(value)"))
    }
    if let code = try arguments.value(of: code) {
      return .error(try arguments.value(of: domain) ?? .iap, Int64(code))
    }
    if let status = try arguments.value(of: http) {
      return .status(Int64(status), retryAfter: try arguments.value(of: retryAfter))
    }
    if let code = try arguments.value(of: serverCode) { return .serverCode(Int64(code)) }
    if let bytes = try arguments.value(of: cut) { return .cut(after: Int64(bytes)) }
    guard arguments.values[delay.specification.name] != nil else {
      throw UsageError(CommandUsage.noFaultCode)
    }
    return .slow
  }

  /// A fault for a product, a user or a payment never applies to calls that have none.
  private static func refuse(
    product: Identifier?, user: Identifier?, payment: Identifier?, on operation: IAPOperation
  ) throws(UsageError) {
    if payment != nil, !operation.hasPayment {
      throw UsageError(CommandUsage.faultOfNoPayment(operation: operation.rawValue))
    }
    if product != nil, !operation.hasProduct {
      throw UsageError(CommandUsage.faultOfNoProduct(operation: operation.rawValue))
    }
    if user != nil, operation == .products {
      throw UsageError(CommandUsage.faultOfNoUser)
    }
  }

  private static func problem(
    _ problem: PlannedFault.Problem, _ failure: PlannedFault.Failure
  ) -> ErrorText {
    guard problem.key == Self.code.specification.name, case .error(let domain, let code) = failure
    else { return CommandUsage.faultAfterQuery }
    let owner = PlannedFault.Domain.allCases.first { $0.codes.contains(code) }
    return CommandUsage.faultCodeUnknown(Int(code), domain, owner: owner)
  }

  func run(in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    let names = GivenNames(
      users: [fault.user].compactMap(\.self), products: [fault.product].compactMap(\.self),
      markets: [fault.market].compactMap(\.self), payments: [fault.payment].compactMap(\.self))
    try await context.noteUnknownNames(names, to: store)
    try await store.change { try $0.insert(fault) }
    return FaultRecord.report([fault], done: StoreMessages.faultAdded)
  }
}

extension ValueParser where Value == String {
  fileprivate static let retryAfter = ValueParser(
    "VALUE", expectation: "the value of the header, such as 2"
  ) { PlannedFault.Failure.isHeader($0) ? $0 : nil }
}
