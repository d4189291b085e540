import JSON
import System
import TestSupport

/// A folder with a seed, in which programs are rehearsed.
struct RehearsalDesk: Sendable {
  let folder: TemporaryFolder
  private let program: Program

  init(payments: Int = 1) throws {
    folder = try TemporaryFolder()
    try folder.write(GameServer.seed(payments: payments), to: "seed.json")
    program = Program(in: folder)
  }

  /// True if no temporary folder is left.
  var isClean: Bool { !folder.names.contains { $0.hasPrefix("iapctl-") } }

  func text(_ name: String) throws -> String {
    String(decoding: try Files.read(folder[name], limit: 1 << 20), as: UTF8.self)
  }

  func command(_ server: GameServer) throws -> [String] { try server.command(in: folder) }

  func rehearse(
    _ server: GameServer, _ options: String..., variables: [String: String] = [:]
  ) throws -> Program.Run {
    try rehearse(try command(server), options, variables: variables)
  }

  func rehearse(_ words: [String], _ options: String...) throws -> Program.Run {
    try rehearse(words, options)
  }

  /// Paths in the options are those of the folder.
  func rehearse(
    _ words: [String], _ options: [String], granted: String = GameServer.granted,
    variables: [String: String] = [:]
  ) throws -> Program.Run {
    var program = program
    program.variables.merge(variables) { $1 }
    program.variables["FOLDER"] = folder.path
    return try program.run(words: line(words, options, granted))
  }

  func start(_ words: [String], granted: String) throws -> Program.Started {
    try program.start(words: line(words, [], granted))
  }

  private func line(_ words: [String], _ options: [String], _ granted: String) -> [String] {
    // A relative path is that of the folder, because the tests share their current directory.
    let options = zip(options, ["-"] + options).map { word, before in
      ["--junit", "--keep"].contains(before) && word.first != "/" ? folder[word] : word
    }
    return ["rehearse", "--seed", folder["seed.json"], "--granted", granted] + options + ["--"]
      + words
  }

  /// Runs a command line in the folder.
  func shell(_ line: String) throws -> Program.Run {
    try program.shell("cd '\(folder.path)'\nPATH=\"$(dirname \"$IAPCTL\"):$PATH\"\n\(line)")
  }
}

/// A record of a rehearsal.
struct RehearsalRecord: Sendable {
  let name: String
  let verdict: String
  let isRight: Bool
  let payment: String?
  let exitCodes: [Int64]
  let repetition: String?

  init(_ value: JSONValue) {
    name = value["case"]?.text ?? ""
    verdict = value["verdict"]?.text ?? ""
    isRight = value["right"] == .flag(true)
    payment = value["paymentSeq"]?.text
    exitCodes = value["exitCodes"]?.elements?.compactMap(\.integer) ?? []
    repetition = value["repeat"]?.text
  }
}

extension Program.Run {
  /// The records in JSON or JSON lines.
  var records: [RehearsalRecord] {
    get throws {
      if let document = try? JSONValue(parsing: Array(output.utf8)), let all = document["cases"] {
        return (all.elements ?? []).map(RehearsalRecord.init)
      }
      return try output.split(separator: "\n").map {
        RehearsalRecord(try JSONValue(parsing: Array($0.utf8)))
      }
    }
  }

  /// What is not right: `consume[1]:lost lost 1`.
  var failures: [String] {
    get throws {
      try records.filter { !$0.isRight }.map { "\($0.name) \($0.verdict) \($0.payment ?? "-")" }
    }
  }
}
