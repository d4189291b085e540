import CommandLine
import IAPCore
import IAPMessages
import Languages
import Synchronization

struct TourCommand: Command {
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

  /// Each command line, and what is said before it.
  private static let steps: [(Sentence, line: [String])] = [
    (TourMessages.products, ["products"]),
    (TourMessages.unconsumed, ["unconsumed", "--user", "alice"]),
    (TourMessages.consume, ["consume", "2026011210000001", "--user", "alice"]),
    (TourMessages.unconsumedAfterwards, ["unconsumed", "--user", "alice"]),
    (
      TourMessages.interrupted,
      ["purchase", "gem.100", "--user", "bob", "--simulate", "interrupted"]
    ),
    (TourMessages.reprocess, ["reprocess", "--user", "bob"]),
    (TourMessages.restore, ["restore", "--user", "carol"]),
    (TourMessages.subscriptions, ["subscriptions", "--user", "carol"]),
  ]

  init(_ arguments: ParsedArguments, _ settings: Settings) {}

  func run(in context: Context) async throws -> Report {
    let path = try context.environment.makeTemporaryDirectory(for: "tour", stays: true) + "/game.db"
    return Report(
      .text { sink in
        try await Transcript(context: context, path: path, sink: sink).show(Self.steps)
      })
  }
}

/// Runs command lines and writes each with its real output.
private struct Transcript {
  let context: Context
  let path: String
  let sink: @Sendable ([UInt8]) throws -> Void

  func show(_ steps: [(Sentence, line: [String])]) async throws {
    try write(TourMessages.make)
    try await type(["store", "init", path, "--sample"])
    try write(TourMessages.useStore)
    try sink(Array("$ export \(Variables.store)=\(path)\n".utf8))
    for (message, line) in steps {
      try write(message)
      try await type(line)
    }
    try write(TourMessages.end(path: path))
  }

  private func write(_ message: Sentence) throws {
    let text = context.settings.language.text(message)
    try sink(Array("\n\(text)\n".utf8))
  }

  /// Runs a command line, and writes both of its streams in order.
  private func type(_ line: [String]) async throws {
    try sink(Array("$ iapctl \(line.joined(separator: " "))\n".utf8))
    let problem = Mutex<(any Error)?>(nil)
    let stream = Environment.Output(isTerminal: false, columns: nil, rows: nil) {
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
    environment.variables = [
      Variables.store: path, Variables.locale[0]: context.settings.language.rawValue,
      Variables.timeZone: context.settings.timeZone.name,
    ]
    environment.output = stream
    environment.errors = stream
    let status = await context.program.run(line, environment)
    if let problem = problem.withLock({ $0 }) { throw problem }
    guard status == .done else {
      throw IAPError.iapctl(.bug, .bug("'\(line.joined(separator: " "))' exited \(status.code)"))
    }
  }
}
