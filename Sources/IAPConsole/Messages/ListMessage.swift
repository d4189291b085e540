import IAPCore

/// What a list says besides its elements, by its id and its values.
enum ListMessage: Hashable, Sendable {
  case empty(EmptyList)
  /// No market answered.
  case nothingListed
  /// - Parameter command: completes the interrupted purchases of a user.
  case interrupted(Int, command: String)
  /// The elements of a list.
  case count(Int)
  /// The payments of a list, with the sum of each currency.
  case payments(Int, [ConsumeMessage.Sum])
}
