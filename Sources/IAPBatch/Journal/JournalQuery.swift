package import IAPCore

/// Selects entries of the journal.
package struct JournalQuery: Hashable, Sendable {
  package enum Selection: Hashable, Sendable {
    /// The latest entry of each payment: its last consume, or a later annotation. If the payment
    /// was never sent, its last delivery.
    case latest
    /// The latest entry of each payment whose outcome is unknown.
    case unknown
    /// Every entry of one payment.
    case payment(Identifier)
    case everything
  }

  package var selection: Selection
  /// Entries of payments of this user.
  package var user: Identifier?
  /// Entries of payments in one of these markets; empty for all markets.
  package var markets: [StoreCode] = []
  /// Of a list of the latest entries, the payments of which any entry has this ticket, and this operator.
  package var ticket: String?
  /// The login name of the user who ran iapctl, or the name in `IAPCTL_OPERATOR`.
  package var `operator`: String?
  package var server: ServerName?
  /// Entries of payments of this service, under any of its names.
  package var issuer: Issuer?
  /// Whether notes are listed beside the latest entries.
  package var includesNotes = false
  /// Whether payments of fixture stores are listed.
  package var includesFixtures = true
  /// Only entries that began at this time or later.
  package var since: Instant?
  /// Only entries that began before this time.
  package var until: Instant?

  package init(_ selection: Selection) { self.selection = selection }

  /// Whether any filter is set, besides the selection.
  package var isNarrowed: Bool {
    var bare = JournalQuery(selection)
    (bare.includesNotes, bare.includesFixtures) = (includesNotes, includesFixtures)
    return bare != self
  }
}
