import IAPCore
import IAPRemote
import IAPWire
import Testing

/// Operations that a dialect does not have are refused without a request.
struct RefusedCallsTests {
  typealias Operation = @Sendable (RemoteService) async throws -> Void

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let api: WireDialect
    var access = RemoteAccess.test
    var code = IAPError.Code.iapctl(.unsupported)
    /// The operation that is refused; nil if only an option of it is.
    var refused: String?
    /// What makes it possible.
    var alternative = IAPError.Alternative.fixtureAPI
    let operation: Operation

    static func operation(
      _ name: String, _ api: WireDialect, use alternative: IAPError.Alternative = .fixtureAPI,
      _ operation: @escaping Operation
    ) -> Case {
      Case(
        testDescription: "\(name), \(api)", api: api, refused: name, alternative: alternative,
        operation: operation)
    }

    static func option(
      _ name: String, _ api: WireDialect, use alternative: IAPError.Alternative = .fixtureAPI,
      with access: RemoteAccess = .test, _ operation: @escaping Operation
    ) -> Case {
      Case(
        testDescription: "\(name), \(api)", api: api, access: access, alternative: alternative,
        operation: operation)
    }

    static func setting(
      _ name: String, _ api: WireDialect, _ change: (inout RemoteAccess) -> Void,
      _ operation: @escaping Operation
    ) -> Case {
      var access = RemoteAccess.test
      change(&access)
      return Case(
        testDescription: "\(name), \(api)", api: api, access: access, code: .iapctl(.usage),
        operation: operation)
    }
  }

  private static func list(
    _ owner: UnconsumedQuery.Owner = .user("u"),
    _ change: @escaping @Sendable (inout UnconsumedQuery) -> Void = { _ in }
  ) -> Operation {
    { service in
      var query = UnconsumedQuery(owner: owner)
      change(&query)
      _ = try await service.unconsumed(query)
    }
  }

  private static func subscriptions(_ selection: SubscriptionQuery.Selection) -> Operation {
    { service in
      var query = SubscriptionQuery(user: "u")
      query.selection = selection
      _ = try await service.subscriptions(query)
    }
  }

  static let operations = [WireDialect.service, .legacy, .gamebase].flatMap { api in
    [
      Case.operation("purchase", api) {
        _ = try await $0.purchase(PurchaseRequest(product: "p", user: "u"))
      },
      .operation("purchase", api) { _ = try await $0.deferredProducts(of: "u", in: []) },
      .operation("restore", api, use: .restoringApp) { _ = try await $0.restore("u", in: []) },
      .operation("reprocess", api, use: .startingApp) { _ = try await $0.reprocess("u", in: []) },
      .operation("payment list", api, use: .listsAndConsole) {
        var query = PaymentQuery()
        query.since = Moment("today")
        _ = try await $0.payments(query)
      },
      .operation("payment list", api, use: .listsAndConsole) {
        _ = try await $0.histories(of: "1")
      },
    ]
  }

  static let options = [WireDialect.service, .legacy].flatMap { api in
    [
      Case.option("--all-users", api, use: .oneUser, list(.everyone)),
      .option(
        "--older-than", api, use: .paymentsByTime,
        list { $0.age = CalendarPeriod("1s") }),
      .option("--transaction", api, use: .storeReferenceKey, list { $0.transaction = "GPA.1" }),
    ]
  }

  static let others = [
    Case.operation(
      "subscriptions", .legacy, use: .serviceAPIWithPackage, subscriptions(.active)),
    .option("--market", .legacy, use: .serviceAPI, list { $0.markets = ["AS"] }),
    .option(
      "--product", .service, use: .numbers, with: .withoutAppSeq,
      list { $0.products = ["7", "p"] }),
    .option("--all-users", .gamebase, use: .oneUser, list(.everyone)),
    .operation("products", .gamebase, use: .serviceAPIWithAppSeq) {
      _ = try await $0.products(in: [])
    },
    .option("--include-expired", .gamebase, use: .storeConsole, subscriptions(.all)),
    .option("--status", .gamebase, use: .storeConsole, subscriptions(.statuses([.canceled]))),
    .option("--include-on-hold", .service, use: .gamebaseAPI) {
      var query = SubscriptionQuery(user: "u")
      query.includesOnHold = true
      _ = try await $0.subscriptions(query)
    },
    .operation("payment show --token-file", .service, use: .gamebaseAPI) {
      _ = try await $0.transaction(of: Secret("t"))
    },
    .operation("subscriptions --of-payments", .service, use: .gamebaseAPI) {
      _ = try await $0.subscriptions(of: [Payment("1", accessToken: Secret("t"))])
    },
    .option("--include-expired", .service, use: .storeConsole, subscriptions(.all)),
    .option("--status", .service, use: .storeConsole, subscriptions(.statuses([.canceled]))),
    .setting("no app sequence", .service, { $0.appSeqs = MarketValues() }) {
      _ = try await $0.products(in: [])
    },
    .setting("no app sequence", .legacy, { $0.appSeqs = MarketValues() }) {
      _ = try await $0.products(in: [])
    },
    .setting("no app sequence for the list", .legacy, { $0.appSeqs = MarketValues() }, list()),
    .setting(
      "no package", .service,
      { ($0.packages, $0.appSeqs) = (MarketValues(), MarketValues()) }, subscriptions(.active)),
  ]

  @Test(arguments: operations + options + others)
  func `An unsupported call is refused with an alternative, and nothing is sent`(_ the: Case)
    async throws
  {
    let transport = ScriptedTransport([])
    let service = RemoteService.test(the.api, transport, access: the.access)
    let error = try #require(await refusal { try await the.operation(service) })
    #expect(error.code == the.code)
    #expect(error.outcome == .notApplied)
    switch error.reason {
    case .optionNotInAPI(let option, let api, _, let alternative):
      #expect("\(option), \(api)" == the.testDescription)
      #expect(alternative == the.alternative)
    case .notInAPI(let operation, let api, let alternative):
      #expect(operation == the.refused && api == the.api.rawValue)
      #expect(alternative == the.alternative)
    default:
      #expect(the.code == .iapctl(.usage))
    }
    #expect(transport.sent.isEmpty)
  }

  @Test
  func `A consume over the legacy API without a product number is refused`() async throws {
    let transport = ScriptedTransport([])
    let answers = await RemoteService.test(.legacy, transport).consume([
      Payment("1", accessToken: Secret("t"))
    ])
    guard case .failure(let error) = try #require(answers.first).result else {
      Issue.record("consumed")
      return
    }
    #expect(error.code == .iapctl(.usage))
    #expect(answers[0].attempts == 0)
    #expect(transport.sent.isEmpty)
  }
}
