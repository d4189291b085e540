/// How a command that somebody gave us to run failed.
package enum CommandFailure: Hashable, Sendable {
  case exit(status: Int32)
  case signal(Int32)
  case timeOut(after: Duration)
  case notStarted(why: String)
}
