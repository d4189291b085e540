import IAPConsole
import System
import TestSupport
import Testing

/// What stands in the README works, as pasted.
@Suite(.blocking) struct ReadmeTests {
  private static func blocks(_ language: String) throws -> [[Substring]] {
    let text = try Project.text("README.md")
    var blocks: [[Substring]] = []
    var current: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = current { blocks.append(block) }
        current = current == nil && line == "```\(language)" ? [] : nil
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  /// A script that runs lines where `iapctl` is on the path, in the test's folder.
  private static func script(_ lines: some Collection<Substring>, in folder: TemporaryFolder)
    -> String
  {
    "cd '\(folder.path)'\nPATH=\"$(dirname \"$IAPCTL\"):$PATH\"\n" + lines.joined(separator: "\n")
  }

  @Test func everyConsoleBlockShowsItsRealOutput() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    var typed: [Substring] = []
    var expected: [Substring] = []
    for line in try Self.blocks("console").joined() {
      if line.hasPrefix("$ ") {
        typed.append("echo '\(line.split(separator: "'").joined(separator: "'\\''"))'")
        typed.append("{ \(line.dropFirst(2)); } 2>&1")
      }
      expected.append(line)
    }
    #expect(typed.count > 8)
    let run = try program.shell(Self.script(typed, in: folder))
    let shown = run.output.split(separator: "\n")
    #expect(shown.count == expected.count)
    for (shown, expected) in zip(shown, expected) {
      // `…` stands for what the page leaves out.
      let parts = expected.split(separator: " … ", omittingEmptySubsequences: false)
      #expect(shown.hasPrefix(parts[0]) && (parts.count > 1 || shown == expected), "\(shown)")
    }
  }

  @Test(.tool("curl"))
  func everyScriptRuns() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["HOME"] = folder.path
    let scripts = try Self.blocks("sh").filter { block in
      !block.contains { $0.hasPrefix("make ") || $0.hasPrefix("export PATH") }
    }
    #expect(scripts.count > 0)
    var output = ""
    for lines in scripts {
      let run = try program.shell("set -e\n" + Self.script(lines, in: folder))
      #expect(run.status == 0, "\(run.errors)")
      output += run.output
    }
    #expect(output.contains("refused with 4"))
    #expect(output.contains("2026011210000001"))
    #expect(output.contains(#""resultMessage":"SUCCESS"},"result":[{"paymentSeq":""#))
  }

  @Test func theExitCodesAreThoseOfTheManual() throws {
    let topic = try #require(Console.manual.topics.first { $0.name == "exit-codes" })
    for case .definitions(let list) in topic.parts.flatMap(\.blocks) {
      let rows = list.compactMap { definition in
        if case .literal(let code) = definition.term {
          "| \(code) | \(definition.text) |"
        } else {
          nil
        }
      }
      let page = try Project.text("README.md").filter { $0 != "`" }
      #expect(rows.count == list.count)
      #expect(page.contains(rows.joined(separator: "\n")))
    }
  }

  /// The seed has everything that a store can hold, and each thing behaves as the page says.
  @Test func theSeedIsOne() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let seeds = try Self.blocks("json")
    #expect(seeds.count == 1)
    let seed = try folder.write(seeds.joined().joined(separator: "\n"), to: "seed.json")
    let made = try program.run("store", "init", folder["s.db"], "--from", seed)
    #expect(made.status == 0, "\(made.errors)")
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    for (line, status) in [
      ("store check", 0), ("purchase gem.100 --user dave", 4), ("purchase skin --user bob", 4),
      ("restore --user dave", 4), ("reprocess --user frank", 0), ("restore --user carol", 0),
      ("purchase gem.100 --user bob --market GG", 4), ("products --market GG", 4),
      ("purchase --deferred --user erin", 0), ("consume 1", 3), ("consume 2026011210000001", 7),
      ("unconsumed --user alice --fail-empty", 6),
    ] {
      let run = try program.run(words: line.split(separator: " ").map(String.init))
      #expect(run.status == Int32(status), "\(line): \(run.errors)")
    }
  }
}
