import IAPConsole
import TestSupport
import Testing

@testable import CommandLine

/// Runs every example of the help pages, in order, on the sample game.
@Suite(.blocking)
struct ExampleTests {
  struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let examples: [Example]
    var testDescription: String { name }
  }

  static let pages = Console.manual().manualPages().map { page in
    Page(
      name: page.name,
      examples: page.parts.flatMap(\.blocks).flatMap {
        if case .examples(let list) = $0 { list } else { [Example]() }
      })
  }

  @Test(arguments: pages)
  func `Each example of a help page works`(_ page: Page) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try program.run("store", "init", folder["sample.db"], "--sample").status == 0)
    program.variables["IAPCTL_STORE"] = folder["sample.db"]
    program.variables["HOME"] = folder.path
    try folder.write(Self.seed, to: "seed.json")
    for example in page.examples {
      let run = try program.shell(
        "cd '\(folder.path)'\nPATH=\"$(dirname \"$IAPCTL\"):$PATH\"\n\(example.line)")
      #expect(run.status == example.status, "\(example.line): \(run.errors)")
    }
  }

  /// The content of `seed.json` in the examples.
  private static let seed = """
    {"format": 1, "products": [{"productIdentifier": "gem.1000", "productType": "CONSUMABLE"}]}
    """

  @Test
  func `Every help page has at least two examples`() {
    #expect(Self.pages.count > 12)
    #expect(Self.pages.allSatisfy { $0.examples.count >= 2 })
  }
}
