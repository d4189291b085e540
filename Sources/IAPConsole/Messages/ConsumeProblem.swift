import CommandLine
import IAPCore

/// What is wrong with the arguments of `consume`, or with what its input has and lacks.
enum ConsumeProblem: UsageProblem {
  /// What `--all` or `--from` is combined with.
  enum Other: Hashable, Sendable {
    case payments
    case token
    case all
  }

  case sourceTakesNo(Other, source: String)
  case tokenOfSeveral
  /// - Parameter user: the user of a variable or a profile, which is not enough.
  case allNeedsUser(Identifier?)
  case limitWithoutTimes(api: String)
  /// - Parameter isFilter: whether the option selects payments. Then it must not be left out.
  case optionNeeds(option: String, other: String, isFilter: Bool)
  // Files, by their path; `-` is standard input
  case lineWithoutOwner(Int, of: String)
  case lineWithoutProduct(Int, of: String)
  case noTicket(profile: Identifier?)
  case lineWithoutTicket(Int, of: String, profile: Identifier?)
  case unknownsToOutput
  case unknownsExist(path: String)
  case needsDeliver(option: String)
  /// Only the journal of a team has commands of other machines.
  case takeOverNeedsTeam
  case timeOutOfRange(option: String)
  /// A fixture store does not have the market.
  case unknownMarket(UnknownName)
}
