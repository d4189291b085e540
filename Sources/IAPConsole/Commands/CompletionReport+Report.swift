import CommandLine
import IAPCore

extension CompletionReport {
  /// What a restore or a reprocess did, as a report.
  func report(in context: Context, nothing: String) -> Report {
    let showsTokens = context.settings.showsTokens
    let section = RecordSection(
      "purchases", PurchaseRecord.schema,
      records: purchases.map { PurchaseRecord.make($0, showsTokens: showsTokens) })
    return Report(.lists([section])) {
      var summary = Report.Summary()
      summary.failures = FailureTally(failures)
      summary.isPartial = !purchases.isEmpty || !closed.isEmpty
      summary.notices = closed.map { "payment \($0) was never charged; it is closed now" }
      if purchases.isEmpty, closed.isEmpty, failures.isEmpty { summary.hints = [nothing] }
      return summary
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
