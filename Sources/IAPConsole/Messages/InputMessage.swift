import IAPBatch
import IAPCore

/// What is noted about the names and the files that the user gives, by its id and its values.
enum InputMessage: Hashable, Sendable {
  // Names
  /// A name that the fixture store does not have.
  case unknownName(UnknownName)
  /// A market that is not in the IAP guides.
  case unknownMarket(StoreCode, closest: String?)
  case userWithComma(Identifier)
  case userWithSpace(Identifier)
  case leadingZeros(Identifier)
  // Files
  /// A FIFO that no process writes to.
  case waitingForWriter(path: String)
  /// - Parameter more: how many ignored columns or keys are not named.
  case columns(InputColumns.Kind, used: [String], ignored: [String], more: Int)
  case repeated(Int, lines: Int, payments: Int, badLines: Int)
  case withoutUser(Int, firstLine: Int)
  /// All payment numbers end in 0.
  case endInZero(Int)
}
