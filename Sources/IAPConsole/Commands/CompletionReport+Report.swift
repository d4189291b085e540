import CommandLine
import IAPCore

extension CompletionReport {
  /// What a restore or a reprocess did, as a report.
  func report(in context: Context, nothing: String) -> Report {
    let showsTokens = context.settings.showsTokens
    let section = Report.Section(
      "purchases", PurchaseRecord.schema,
      records: purchases.map { PurchaseRecord.make($0, showsTokens: showsTokens) })
    return Report(.lists([section])) {
      var conclusion = Report.Conclusion()
      conclusion.failures = FailureTally(failures)
      conclusion.isPartial = !purchases.isEmpty || !closed.isEmpty
      conclusion.notes = closed.map { "payment \($0) was never charged; it is closed now" }
      if purchases.isEmpty, closed.isEmpty, failures.isEmpty { conclusion.remarks = [nothing] }
      return conclusion
    }
  }
}

/// Whose purchases to complete, and where.
struct UserInMarkets: Equatable, Sendable {
  var user: Identifier
  /// All where none is named.
  var markets: [StoreCode]

  init(user: Identifier, markets: [StoreCode]) {
    self.user = user
    self.markets = markets
  }

  var names: GivenNames { GivenNames(users: [user], markets: markets) }

  init(_ settings: Settings) throws(UsageError) {
    self.init(user: try settings.requiredUser(), markets: settings.markets)
  }
}
