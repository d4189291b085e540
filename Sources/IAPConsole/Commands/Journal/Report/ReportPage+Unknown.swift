import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Text

extension ReportPage {
  /// The payments whose outcome is unknown, each with the commands that settle it.
  var unknownPayments: HTML {
    let rest = figures.total.unknown - figures.unknown.count
    let more: HTML =
      rest > 0
      ? "<p>\(text(ReportPageMessages.moreUnknown(rest)))</p>\n<p><code>\(listing)</code></p>" : ""
    return section(
      "unknown", ReportPageMessages.unknownPayments, [ReportPageMessages.howToSettle],
      """
      \(table(
        ReportPageMessages.unknownPayments, [ReportPageMessages.payment, ReportPageMessages.userAndPrice, ReportPageMessages.attempt], groups: figures.unknown.map(rows)))
      \(more)
      """)
  }

  private func rows(of entry: JournalEntry) -> HTML {
    let (payment, purchase) = (entry.payment, entry.payment.purchase)
    let price = purchase.price.map { amount($0.digits, purchase.currency ?? "") }
    return """
      <tr class="payment">
      <th scope="rowgroup">\(payment.paymentSeq.text)\(lines([payment.storeCode?.text]))</th>
      <td>\(lines([payment.anyUser?.text, price]))</td>
      <td>\(lines([entry.run.user, time(entry.began), entry.ticket]))</td>
      </tr>
      <tr><td colspan="3">\(commands(for: entry).map { "<code>\($0)</code>" })</td></tr>
      """
  }

  private func lines(_ texts: [String?]) -> [HTML] {
    texts.compactMap { $0.map { "<div>\($0)</div>" } }
  }

  /// The command that asks the service again, and the commands that record what a person found.
  private func commands(for entry: JournalEntry) -> [String] {
    let commands = SettlingCommands(
      typed, isJournaled: true, needsToken: true, server: entry.run.server)
    let payment = entry.payment
    let isTyped = typed.contains(GlobalOptions.profile.specification)
    let profile =
      entry.run.profile.flatMap { isTyped ? nil : ShellText.option("profile", $0) } ?? ""
    let place = entry.run.server.isFixture ? ShellText.option("store", "FILE") : profile
    return [
      commands.consume(payment.paymentSeq, user: payment.anyUser ?? "ID", ticket: entry.ticket)
        + place
    ]
      + SettledOutcome.allCases.map {
        hints.placed(
          commands.record(payment.paymentSeq, as: $0, ticket: entry.ticket) + profile)
      }
  }

  private var typed: TypedOptions { hints.typed }

  /// The command that lists all unknown payments with the same filters.
  private var listing: String {
    let options =
      JournalFilters.specifications.filter(\.takesValue)
      + [OptionSpecification].of(GlobalOptions.user, GlobalOptions.market)
    return hints.placed(
      "iapctl journal list --unknown" + typed.shellText(of: options)
        + typed.flag(JournalFilters.fixtures.specification))
  }
}
