import CommandLine
import IAPCore
import Synchronization

/// `iapctl tour`
enum TourCommand: Command {
  static let specification = CommandSpecification(
    "show the main commands on a sample store",
    discussion: [
      "Makes a sample store in a temporary folder and runs commands on it. Each command line is "
        + "shown with its real output. The store is kept, so that you can try more commands."
    ],
    heading: "Tools",
    examples: [
      Example("iapctl tour", "see the main commands in a minute"),
      Example("iapctl tour > tour.txt", "save the tour to a file"),
    ])

  static let needs = SettingsNeed.environment

  /// A command line, and the text before it.
  private struct Step {
    let words: String
    let line: [String]
  }

  private static let steps = [
    Step(words: "What can be bought?", line: ["products"]),
    Step(
      words: "alice paid for an item and says that she did not get it. These purchases are stuck:",
      line: ["unconsumed", "--user", "alice"]),
    Step(
      words: "You gave her the 100 gems by hand. Mark that payment as delivered:",
      line: ["consume", "2026011210000001", "--user", "alice"]),
    Step(
      words: "It is no longer in the list:", line: ["unconsumed", "--user", "alice"]),
    Step(
      words: "bob buys 100 gems, and his phone dies after the charge:",
      line: ["purchase", "gem.100", "--user", "bob", "--simulate", "interrupted"]),
    Step(
      words: "When the app starts again, it completes the purchase:",
      line: ["reprocess", "--user", "bob"]),
    Step(
      words:
        "carol reinstalled the game, and her weekly chest is missing. Restore it from her store "
        + "account:", line: ["restore", "--user", "carol"]),
    Step(
      words: "Now it is listed:", line: ["subscriptions", "--user", "carol"]),
  ]

  static func run(_ inputs: NoInputs, in context: Context) async throws -> Report {
    let path = try context.environment.makeTemporaryDirectory(for: "tour") + "/game.db"
    return Report(
      .text { sink in
        try await Transcript(context: context, path: path, sink: sink).show(
          steps.map { ($0.words, $0.line) })
      })
  }
}

/// Runs command lines and writes each with its real output.
private struct Transcript {
  let context: Context
  let path: String
  let sink: @Sendable ([UInt8]) throws -> Void

  func show(_ steps: [(words: String, line: [String])]) async throws {
    try say("Make a store with a small sample game:")
    try await type(["store", "init", path, "--sample"])
    try say("All commands below use that store:")
    try sink(Array("$ export \(Variables.store)=\(path)\n".utf8))
    for step in steps {
      try say(step.words)
      try await type(step.line)
    }
    try say(
      """
      That is the end of the tour. The store is kept:
        export \(Variables.store)=\(path)
      Things to try:
        iapctl unconsumed --all-users
        iapctl consume --all --user alice --dry-run
        iapctl purchase gem.550 --user erin --payload slot-7
        iapctl subscriptions --user bob -o json
        iapctl store dump
        iapctl help
      """)
  }

  private func say(_ words: String) throws { try sink(Array("\n\(words)\n".utf8)) }

  /// Runs a command line, and writes both of its streams in order.
  private func type(_ line: [String]) async throws {
    try sink(Array("$ iapctl \(line.joined(separator: " "))\n".utf8))
    let problem = Mutex<(any Error)?>(nil)
    let stream = Environment.Output(isTerminal: false, columns: nil) {
      (bytes) throws(Environment.Output.Problem) in
      do {
        try sink(bytes)
      } catch {
        problem.withLock { $0 = error }
        throw .failed("\(error)")
      }
    } isClosed: {
      false
    }
    var environment = context.environment
    environment.variables = [Variables.store: path]
    environment.output = stream
    environment.errors = stream
    let status = await context.program.run(line, environment)
    if let problem = problem.withLock({ $0 }) { throw problem }
    guard status == .done else {
      throw IAPError.iapctl(.bug, .bug("'\(line.joined(separator: " "))' exited \(status.code)"))
    }
  }
}
