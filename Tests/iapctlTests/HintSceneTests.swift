import TestSupport
import Testing
import Text

/// Every hint with a command is printed by a scene, and its commands are run as they are printed.
@Suite(.blocking)
struct HintSceneTests {
  /// Hints that no scene prints, each with the reason.
  private static let exempt = [
    // They need a database.
    "check the name of the database", "the owner of the database prints the rights",
    // They need a disk that fails, or a store that contradicts itself.
    "check the disk, then check the store", "check the disk, then check the journal",
    "this file cannot be repaired",
    // The list has to change between the comparison of the rows and the delivery.
    "check whose payment it is before anything",
    // The label of a figure in the report, no command.
    "{1}: {2} consumed, {3} unknown",
  ]

  /// The hints of the template of the catalogues that have a command to paste, each with its forms for one
  /// thing and for several.
  private static let hints = Result { try parsedHints(withRemedies: true) }

  private static func parsedHints(withRemedies: Bool) throws -> [String: [String]] {
    var hints: [String: [String]] = [:]
    for entry in try Project.text("po/iapctl.pot").split(separator: "\n\n")
    where entry.contains("#: Sources/")
      || withRemedies && entry.contains("#. iapctl explain ")
    {
      let lines = entry.split(separator: "\n")
      let forms = ["msgid ", "msgid_plural "].map { text(of: $0, in: lines) }
      let commands = ["command", "consumed", "notConsumed", "approve", "decline"]
      let places = lines.compactMap { line -> String? in
        guard line.hasPrefix("#. {"), let end = line.firstIndex(of: "}") else { return nil }
        let name = line[end...].dropFirst(3).prefix { $0.isLetter }
        let isCommand = commands.contains(String(name)) && line.contains("(text)")
        return isCommand ? ": " + line.dropFirst(3).prefix(through: end) : nil
      }
      let isLiteral = forms[0].contains(": iapctl ")
      if isLiteral || places.contains(where: { forms[0].contains($0) }) { hints[forms[0]] = forms }
    }
    return hints
  }

  /// The text behind a keyword of an entry of the template.
  private static func text(of keyword: String, in lines: [Substring]) -> String {
    let text = lines.drop { !$0.hasPrefix(keyword) }
    return (text.prefix(1) + text.dropFirst().prefix { $0.hasPrefix("\"") })
      .map { line in line.drop { $0 != "\"" }.dropFirst().dropLast() }
      .joined().replacing("\\\"", with: "\"")
  }

  @Test
  func `Every hint with a command has a scene`() throws {
    let hints = try Self.parsedHints(withRemedies: false).keys
    #expect(hints.count > 50)
    let shown = HintScene.all.flatMap(\.shows)
    for hint in hints.sorted() where !Self.exempt.contains(where: { hint.hasPrefix($0) }) {
      #expect(shown.contains { hint.hasPrefix($0) }, "\(hint)")
    }
    let all = try Self.hints.get().keys
    for name in shown + Self.exempt {
      #expect(all.contains { $0.hasPrefix(name) }, "no hint with a command: \(name)")
    }
  }

  @Test(arguments: HintScene.all)
  func `The commands of a hint do as they are printed`(_ scene: HintScene) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    // The commands find the program by its name.
    program.variables["PATH"] = folder["bin"] + ":/usr/bin:/bin"
    let start = "cd '\(folder.path)' && "
    let made = try program.shell(
      start + "mkdir bin && ln -s \"$IAPCTL\" bin/iapctl && iapctl store init s.db --sample && "
        + "printf sample-app-key > key && printf fixture-secret-key > skey && chmod 600 key skey")
    try #require(made.status == 0, "\(made.errors)")
    let words = scene.before + scene.line
    let needsServer = words.contains("$R") || words.contains("$G") || words.contains("$URL")
    let server = needsServer ? try program.serve("--store", folder["s.db"]) : nil
    defer { _ = try? server?.stop() }
    let url = "http://127.0.0.1:\(server?.port ?? 0)"
    let line = { (text: String) in
      start
        + text.replacing("$S", with: "--store s.db").replacing("$J", with: "--journal j.db")
        .replacing("$R", with: "--url $URL --app-key-file key").replacing(
          "$G",
          with: "--url $URL --api gamebase --app-id fixture-app --secret-key-file skey"
        ).replacing("$URL", with: url)
    }
    if !scene.before.isEmpty { _ = try program.shell(line(scene.before)) }
    let run = try program.shell(line(scene.line))
    #expect(run.status == scene.status, "\(run.errors)")
    let text = run.output + run.errors
    let hints = try Self.hints.get()
    for name in scene.shows {
      let forms = try #require(hints.first { $0.key.hasPrefix(name) }?.value)
      #expect(forms.contains { Self.shows($0, in: text) }, "\(forms)\n\(text)")
    }
    var ends = scene.ends[...]
    var blanks: Set<String> = []
    for command in Self.commands(in: text) {
      let empty = Self.blanks(in: command)
      blanks.formUnion(empty)
      guard empty.isEmpty else { continue }
      let pasted = try program.shell(start + "iapctl \(command)")
      #expect(pasted.status == ends.first, "\(command): \(pasted.errors)")
      ends = ends.dropFirst()
    }
    #expect(ends.isEmpty, "\(text)")
    #expect(blanks.sorted() == scene.blanks.sorted(), "\(text)")
  }

  /// Whether a text has all words of a sentence that no value interrupts, in their order. The words of a
  /// command are left out, because the options of the place stand among them.
  private static func shows(_ sentence: String, in text: String) -> Bool {
    // A command may be followed by another hint, which begins a line.
    let parts = sentence.replacing("; ", with: "\n").split(separator: "\n").flatMap { part in
      part.prefix(upTo: part.range(of: ": iapctl ")?.lowerBound ?? part.endIndex)
        .split(separator: #/\{[0-9]+\}/#)
    }
    // A table wraps its texts.
    var rest = text.split { $0.isWhitespace }.joined(separator: " ")[...]
    for part in parts {
      let words = part.split { $0.isWhitespace }.joined(separator: " ")
      if words.isEmpty { continue }
      guard let found = rest.range(of: words) else { return false }
      rest = rest[found.upperBound...]
    }
    return !parts.isEmpty
  }

  /// What a command line prints to be pasted: from each `iapctl` behind a colon to the end of its line, and
  /// the indented lines below an advice.
  static func commands(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("  iapctl ") { return String(line.dropFirst("  iapctl ".count)) }
      if line.hasPrefix("iapctl: error:") { return nil }
      var rest = line[...]
      var command: Substring?
      while let found = rest.range(of: ": iapctl ") {
        rest = rest[found.upperBound...]
        command = rest
      }
      return command.map(String.init)
    }
  }

  /// The words that a person would have to replace.
  static func blanks(in command: String) -> [String] {
    let words = [
      "ID", "FILE", "PATH", "TEXT", "PAYMENT_SEQ", "NAME", "KEY", "VALUE", "N", "CODE",
      "COMMAND", "SEED",
    ]
    return command.split(separator: " ").map(String.init).filter(words.contains)
  }
}
