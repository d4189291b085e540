import CommandLine
import IAPCore
import JSON
import Languages
import Synchronization

/// The texts of help, manual pages and `explain` that are translated. They are data, and so are found by
/// asking for them.
enum TranslatedHelp {
  /// The commands with a translated manual page, their subcommands, and the topics.
  static var commands: [[String]] {
    let named = CommandTree.root.specification.listed.filter {
      Language.translatedPages.contains("iapctl-\($0.name).1")
    }
    return [[]] + named.flatMap(paths) + Topics.topics.map { [$0.name] }
  }

  private static func paths(of command: CommandSpecification) -> [[String]] {
    [[command.name]]
      + command.listed.flatMap { paths(of: $0).map { path in [command.name] + path } }
  }

  static var texts: [(subject: String, text: String)] {
    let asked = Mutex<[String]>([])
    let listener = Language("", Catalogue { text in asked.withLock { $0.append(text) } })
    let manual = Console.manual(in: listener)
    var (texts, isKnown) = ([(subject: String, text: String)](), Set<String>())
    func take(_ subject: String) {
      let all = asked.withLock { all in
        defer { all = [] }
        return all
      }
      for text in all where isKnown.insert(text).inserted { texts.append((subject, text)) }
    }
    for path in commands {
      _ = manual.help(for: path, columns: nil)
      _ = manual.shortHelp(for: path, columns: nil)
      take("help of \((["iapctl"] + path).joined(separator: " "))")
    }
    _ = manual.pageFiles(Language.translatedPages)
    take("manual pages")
    for explanation in ErrorCatalogue.all {
      let row = explanation.row
      asked.withLock { $0 += [row.meaning.words, row.when, row.remedy] }
      take("iapctl explain \(explanation.name)")
    }
    return texts
  }
}

extension Console {
  /// The texts of help for the template of the catalogues, as lines of JSON.
  package static var helpTexts: String {
    TranslatedHelp.texts.map { text in
      JSONValue.object([.init("of", .string(text.subject)), .init("text", .string(text.text))]).line
        + "\n"
    }.joined()
  }
}
