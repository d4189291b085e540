import CommandLine
import IAPCore
import Languages
import Synchronization
import TestSupport
import Testing

@testable import IAPMessages

/// The examples of messages show each sentence of the template of the catalogues.
struct SentenceExamplesTests {
  /// The keys of the sentences in the message tables, as `po/iapctl.pot` has them.
  private static func keys() throws -> Set<String> {
    var keys = Set<String>()
    for entry in try Project.text("po/iapctl.pot").split(separator: "\n\n")
    where entry.contains("#: Sources/IAPMessages/") || entry.contains("#: Sources/IAPCore/") {
      var texts: [String: String] = [:]
      var last = ""
      for line in entry.split(separator: "\n") where !line.hasPrefix("#") {
        if let space = line.firstIndex(of: " "), !line.hasPrefix("\"") {
          last = String(line[..<space])
        }
        texts[last, default: ""] += Self.text(of: line)
      }
      guard let words = texts["msgid"], !words.isEmpty else { continue }
      keys.insert(texts["msgctxt"].map { "\($0)\u{4}\(words)" } ?? words)
    }
    return keys
  }

  /// The text between the quotes of a line.
  private static func text(of line: Substring) -> String {
    let text = line.drop { $0 != "\"" }.dropFirst().dropLast()
    return String(text).replacing("\\n", with: "\n").replacing("\\\"", with: "\"").replacing(
      "\\\\", with: "\\")
  }

  /// Asks for a sentence and those in it, also for one that English does not say.
  private static func ask(_ sentence: Sentence, _ listener: Language) {
    _ = listener.text(sentence)
    for case .sentence(let value) in sentence.values { ask(value, listener) }
  }

  @Test
  func `Each sentence has an example`() throws {
    let asked = Mutex(Set<String>())
    let listener = Language("", Catalogue { key in asked.withLock { _ = $0.insert(key) } })
    for example in MessageExamples.all {
      for sentence in example.sentences { Self.ask(sentence, listener) }
    }
    let keys = try Self.keys()
    #expect(keys.count > 500)
    let missing = keys.subtracting(asked.withLock { $0 }).sorted()
    #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
  }
}
