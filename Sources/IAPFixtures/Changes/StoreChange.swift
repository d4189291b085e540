package import JSON

/// Something that a person does to a store: in the console of the app, in that of a market, or on a
/// device. Its command of `iapctl store`, and the route by which a test steers a server, are made
/// from ``form``.
package protocol StoreChange: Equatable, Sendable {
  /// The command: `set-state`. The form, which is long, need not be made for it.
  static var command: String { get }

  static var form: ChangeForm<Self> { get }

  /// The name of an argument that does not go with the others: only a payment that becomes SUCCESS
  /// can be given it.
  var misplaced: String? { get }

  /// Makes the change at the time of the store, and records its events.
  func make(in session: StoreSession) throws
}

extension StoreChange {
  package var misplaced: String? { nil }
}

/// All changes, in the order in which pages list them.
package let storeChanges: [any StoreChange.Type] = [
  SetState.self, SetStatus.self, SetBilling.self, SetVerification.self, Refund.self, Approve.self,
  Decline.self,
]

package struct ChangeForm<Change: StoreChange>: Sendable {
  /// The last part of the path of the route: `state`.
  package let route: String
  /// One line, without a full stop.
  package let summary: String
  package let discussion: [String]
  package let arguments: [ChangeArgument<Change>]
  /// The same as the members of a request.
  package let fields: JSONFields<Change>
  package let examples: [ChangeExample]
  /// A change that can be made to the sample game.
  package let sample: Change
  /// The commands to read about as well.
  package let related: [String]

  /// - Parameter route: nil if it has the name of the command.
  init(
    _ blank: Change, route: String? = nil, _ summary: String,
    discussion: [String], _ arguments: [ChangeArgument<Change>], examples: [ChangeExample],
    sample: Change, related: [String]
  ) {
    (self.route, self.summary) = (route ?? Change.command, summary)
    (self.discussion, self.arguments, self.examples) = (discussion, arguments, examples)
    (self.sample, self.related) = (sample, related)
    fields = JSONFields(blank, reading: .closed, arguments.map(\.field))
  }
}

package struct ChangeExample: Sendable {
  package let line: String
  package let summary: String
  package let status: Int32

  init(_ line: String, _ summary: String, status: Int32 = 0) {
    (self.line, self.summary, self.status) = (line, summary, status)
  }
}
