/// What `tour` says before each command, by its id and its values.
enum TourMessage: Hashable, Sendable {
  case make
  case useStore
  case products
  case unconsumed
  case consume
  case unconsumedAfterwards
  case interrupted
  case reprocess
  case restore
  case subscriptions
  case end(path: String)
}
