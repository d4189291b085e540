/// How a command that the user configured failed, such as a delivery command.
package enum CommandFailure: Hashable, Sendable {
  case exit(status: Int32)
  case signal(Int32)
  case timeOut(after: Duration)
  case notStarted(why: String)
}
