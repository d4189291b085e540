import System
import TestSupport
import Testing

/// Sentences that were riddles to readers do not come back.
struct WordingTests {
  /// Sentences that have been replaced, in lower case.
  private static let replaced = [
    "the consume of a rehearsal is recorded there too", "then name another one",
    "with one of these two options", "change of purchase status failed)",
    "revoke what you granted for this attempt", "would consume nothing; not sent",
    "stopped by signal 2", "no token of payment", "correct these lines in a new file",
    "export it as text, for example with", "is not in the iap guides; it is used as given",
    "any other error of com.nhncloud.iap", "a payment that was already consumed is refused",
    "consumes it once more", "added again by each run", "the entry is the last consume",
    "on the command line filter", "it uses the list at the moment it runs",
    "its list has no times", "cannot do --older-than", "contains store an app key",
  ]

  @Test(arguments: ["Sources", "docs", "man", "README.md"])
  func `No message, help text or page has a sentence that was replaced`(_ name: String) throws {
    let files = try Self.files(below: name)
    #expect(!files.isEmpty)
    for path in files {
      let text = Self.joined(try Project.text(path))
      for sentence in Self.replaced {
        #expect(!text.contains(sentence), "\(path): \(sentence)")
      }
    }
  }

  @Test
  func `A sentence is found across lines of a source file and of a page`() {
    let source = #"""
          hint: "consumes it "
            + "once more"
      """#
    #expect(Self.joined(source).contains("consumes it once more"))
    #expect(Self.joined("consumes it\nonce more").contains("consumes it once more"))
    #expect(Self.joined(#"cannot do \-\-older\-than"#).contains("cannot do --older-than"))
  }

  /// The text in lower case, with literals, lines and escapes of a manual page joined.
  private static func joined(_ text: String) -> String {
    text.replacing(/"\s*\+ "/, with: "").replacing("\\-", with: "-").lowercased()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func files(below name: String) throws -> [String] {
    let run = try Program(in: TemporaryFolder()).shell(
      "cd '\(Project.root)' && find \(name) -type f")
    return run.output.split(separator: "\n").map(String.init)
  }
}
