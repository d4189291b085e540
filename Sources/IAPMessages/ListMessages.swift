package import IAPCore
package import Languages

/// What a list says besides its elements.
package enum ListMessages {
  package static var noPayments: Sentence { "no payments" }
  /// No market answered.
  package static var nothingListed: Sentence { "nothing was listed" }
  /// - Parameter command: completes the interrupted purchases of a user.
  package static func interrupted(_ count: Int, command: String) -> Sentence {
    "\(count, "interrupted purchase", "interrupted purchases"): \(command)"
  }

  /// The server asked to wait, and the lists of these users were not asked for.
  package static func notAsked(_ users: [String]) -> Sentence {
    let rest: Sentence? =
      users.count > 5 ? Sentence(" and \(users.count - 5) more", context: "users") : nil
    return "not asked: \(list: users.prefix(5).map { $0 })\(rest)"
  }

  /// The elements of a list.
  package static func count(_ count: Int, at place: PlaceName? = nil) -> Sentence {
    "\(count) in all\(PlaceMessages.place([], place, isInBrackets: true))"
  }
  /// The payments of a list, with the sum of each currency.
  package static func payments(
    _ count: Int, _ sums: [ConsumeMessages.Sum], at place: PlaceName? = nil
  ) -> Sentence {
    "\(count, "payment", "payments"): \(sentences: sums.map { ConsumeMessages.sum($0, of: count) }, separator: ", ")\(PlaceMessages.place([], place, isInBrackets: true))"
  }
}
