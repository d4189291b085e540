import System
import TestSupport
import Testing

/// A page in Markdown: the README, or a page in `docs`.
struct DocumentationPage: Sendable, CustomTestStringConvertible {
  /// A fenced block: its language, its lines, and the line of the page at which it begins.
  struct Block: Sendable {
    let language: Substring
    let line: Int
    var lines: [Substring] = []

    /// True for a block that builds the project. Tests do not run it.
    var isMake: Bool {
      language == "sh" && lines.contains { $0.hasPrefix("make ") || $0.hasPrefix("sudo make ") }
    }

    /// True for a block that changes the system. Tests do not run it.
    var isForRoot: Bool { language == "sh" && lines.contains { $0.hasPrefix("sudo ") } }

    /// The `make` targets in the block.
    var targets: [Substring] {
      lines.filter { !$0.isEmpty }.map { line in
        let words = line.split(separator: " ")
        let make = words.firstIndex(of: "make").map { $0 + 1 } ?? words.endIndex
        return make < words.endIndex ? words[make] : line
      }
    }
  }

  /// The path in the project.
  let path: String
  let text: String
  var testDescription: String { path }

  init(path: String, text: String) { (self.path, self.text) = (path, text) }

  init(_ path: String) throws { self.init(path: path, text: try Project.text(path)) }

  var blocks: [Block] {
    var blocks: [Block] = []
    var current: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") {
        if let block = current { blocks.append(block) }
        current = current == nil ? Block(language: line.dropFirst(3), line: index + 1) : nil
      } else {
        current?.lines.append(line)
      }
    }
    return blocks
  }

  /// What a reader types, without what the page shows as output.
  var commands: [Substring] {
    blocks.flatMap { block in
      block.language == "console" ? block.lines.filter { $0.hasPrefix("$ ") } : block.lines
    }
  }

  /// The blocks that a reader can paste.
  private var pasted: [Block] { blocks.filter { !$0.isMake && !$0.isForRoot } }

  // MARK: Running the blocks

  /// The result of pasting all blocks of a page, in order, into one shell.
  struct Outcome {
    /// Statements of the page that are wrong.
    var problems: [String] = []
    var output = ""
  }

  /// Runs all blocks of the page, in a folder that is also the home directory.
  ///
  /// Every command in a `sh` block must succeed. In a `console` block, the lines after `$ ` are
  /// run, and the other lines are the expected output, in which `…` stands for any text.
  ///
  /// - Parameter variables: more variables of the shell.
  func paste(
    in folder: TemporaryFolder, variables: [String: String] = [:]
  ) throws -> Outcome {
    var program = Program(in: folder)
    program.variables["HOME"] = folder.path
    program.variables.merge(variables) { $1 }
    let run = try program.shell(script(in: folder))
    var outcome = Outcome(output: run.output)
    outcome.problems = blocks.filter { !["sh", "console"].contains($0.language) }.map {
      "\(path):\($0.line): a block of '\($0.language)' is not tested"
    }
    let printed = self.printed(run.output)
    if run.status != 0 {
      let last = pasted.last { printed[$0.line] != nil }
      outcome.problems.append(
        "\(path):\(last?.line ?? 0): fails with \(run.status): \(run.errors)")
    }
    for block in pasted where block.language == "console" {
      let shown = printed[block.line] ?? []
      let isSame =
        shown.count == block.lines.count
        && zip(shown, block.lines).allSatisfy { Self.matches($0, $1) }
      if !isSame {
        outcome.problems.append(
          "\(path):\(block.line): prints something else:\n\(shown.joined(separator: "\n"))")
      }
    }
    return outcome
  }

  /// A script that runs the blocks, with `iapctl` on the PATH.
  private func script(in folder: TemporaryFolder) -> String {
    var script = [
      "cd '\(folder.path)'", #"PATH="$(dirname "$IAPCTL"):$PATH""#,
      // Stops a server that the page started, even if the page fails.
      #"trap '[ -z "$!" ] || kill "$!" 2> /dev/null || :' EXIT"#,
    ]
    for block in pasted {
      script.append("echo '\(mark(of: block.line))'")
      if block.language == "console" {
        script.append("set +e")
        for line in block.lines where line.hasPrefix("$ ") {
          script.append("printf '%s\\n' \(Self.quoted(line))")
          script.append("{ \(line.dropFirst(2))\n} 2>&1")
        }
      } else if block.language == "sh" {
        script.append("set -e")
        script += block.lines.map(String.init)
      }
    }
    return script.joined(separator: "\n") + "\n"
  }

  /// The line that the script prints before the block at this line.
  private func mark(of line: Int) -> String { "@@ \(path):\(line) @@" }

  /// The output of each block, by the line of the block. A block that did not run has no entry.
  private func printed(_ output: String) -> [Int: [Substring]] {
    let marks = Dictionary(uniqueKeysWithValues: pasted.map { (mark(of: $0.line), $0.line) })
    var printed: [Int: [Substring]] = [:]
    var current: Int?
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      if let block = marks[String(line)] {
        current = block
        printed[block] = []
      } else if let current {
        printed[current, default: []].append(line)
      }
    }
    return printed
  }

  private static func quoted(_ line: Substring) -> String {
    let parts = line.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: #"'\''"#) + "'"
  }

  /// True if a line of output is the line in the page, in which `…` stands for any text.
  static func matches(_ line: Substring, _ shown: Substring) -> Bool {
    let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return line == shown
    }
    guard line.hasPrefix(first) else { return false }
    var rest = line.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }

  // MARK: Links

  /// The headings as they are in links: `When it fails` is `when-it-fails`.
  var anchors: [String] {
    let fenced = Set(blocks.flatMap { $0.line...($0.line + $0.lines.count + 1) })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().filter { $1.hasPrefix("#") && !fenced.contains($0 + 1) }.map {
      let words = $1.drop { $0 == "#" }.dropFirst().lowercased()
      return String(
        words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .map { $0 == " " ? "-" : $0 })
    }
  }

  /// The links to files of the project: the path, and the heading if there is one.
  var links: [(path: String, anchor: String?)] {
    text.split(separator: "](", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
      let target = rest.prefix { $0 != ")" }
      guard !target.contains("://") else { return nil }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = parts.first.map(String.init) ?? ""
      return (file.isEmpty ? path : resolve(file), parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  /// The path in the project for a link of this page.
  private func resolve(_ file: String) -> String {
    var folders = path.split(separator: "/").dropLast()
    for part in file.split(separator: "/") {
      if part == ".." { _ = folders.popLast() } else { folders.append(part) }
    }
    return folders.joined(separator: "/")
  }
}
