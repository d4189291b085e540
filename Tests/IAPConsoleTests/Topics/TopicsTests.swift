import IAPCore
import IAPFixtures
import IAPMessages
import Testing

@testable import CommandLine
@testable import IAPConsole

/// Every feature is in a help topic.
struct TopicsTests {
  /// All definitions of the parts, including nested ones.
  private func definitions(_ parts: [Part]) -> [Definition] {
    parts.flatMap(\.blocks).flatMap { block in
      switch block {
      case .definitions(let list): list
      case .part(let part): definitions([part])
      case .paragraph, .examples: [Definition]()
      }
    }
  }

  /// The words that a topic defines. One definition can have several.
  private func words(_ topic: Topic) -> [String] {
    definitions(topic.parts).flatMap { definition in
      guard case .literal(let text) = definition.term else { return [String]() }
      return text.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init)
    }
  }

  @Test
  func `Every exit status is documented once, in order`() {
    let codes: [IAPError.Code] =
      IAPCode.allCases.map { .iap($0) } + HTTPCode.allCases.map { .http($0) }
      + ConsoleCode.allCases.map { .iapctl($0) }
    let reasons: [IAPError.Reason] = [
      .bug(""), .product("a", .notFound(market: "AS", soldIn: [])), .file("", .notAStore(what: "")),
      .stopped(signal: 1), .stopped(signal: 2), .stopped(signal: 15),
      .programNotStarted("", why: "", isMissing: true),
    ]
    let statuses: [Int?] = [nil] + (300..<600).map { $0 }
    var exits: Set<Int32> = [ExitStatus.done.code, ExitStatus.closedPipe.code]
    for code in codes {
      for reason in reasons { exits.insert(ExitStatus(of: IAPError(code, reason)).code) }
      for status in statuses {
        exits.insert(ExitStatus(of: IAPError(code, .bug(""), httpStatus: status)).code)
      }
      exits.insert(ExitStatus(of: IAPError(code, .bug(""), outcome: .unknown)).code)
    }
    let several: FailureTally = [.iapctl(.bug, .bug("")), .iapctl(.usage, .bug(""))]
    exits.insert(ExitStatus(of: several, among: .markets, isPartial: true).code)
    let documented = words(ExitCodesTopic.topic).compactMap { Int32($0) }
    #expect(documented.sorted() == exits.sorted())
    #expect(documented.filter { $0 < 128 } == documented.filter { $0 < 128 }.sorted())
  }

  @Test
  func `Every variable is documented once`() {
    let topic = EnvironmentTopic.topic
    let documented = words(topic).filter { !$0.contains("/") }
    #expect(documented.sorted() == (Variables.own + Variables.common).sorted())
    let market = definitions(topic.parts).first { $0.term == .literal("IAPCTL_MARKET") }
    #expect(market?.text == "a market, several separated by commas; as --market")
  }

  @Test
  func `Every output format is documented`() {
    let documented = words(OutputTopic.topic)
    #expect(
      documented.filter { !$0.hasPrefix("error.") } == OutputFormat.allCases.map(\.rawValue))
  }

  @Test
  func `The keys of an error are documented in order`() {
    let error = IAPError.iapctl(.usage, .bug(""))
    let keys = ErrorRecord.members(of: error, exit: ExitStatus(of: error), hint: nil)
      .map(\.name)
    #expect(
      words(OutputTopic.topic).filter { $0.hasPrefix("error.") } == keys.map { "error.\($0)" })
  }

  @Test
  func `Every key of a file format is documented with its type`() {
    let file = definitions(FixtureFormatTopic.topic.parts)
    let keys = SeedFormat.all.flatMap(\.members)
    #expect(file.count == keys.count)
    for (definition, key) in zip(file, keys) {
      #expect(definition.term == .literal(key.name))
      let required = key.isRequired ? ", required" : ""
      #expect(definition.text == "\(key.schema.kind)\(required): \(key.summary)")
    }
    #expect(
      words(ConfigurationFormatTopic.topic)
        == ["profile", "profiles"] + ConfigurationFormat.profile.schema.members.map(\.name)
        + ["$XDG_CONFIG_HOME/iapctl/config.json"])
  }

  @Test
  func `Topic names differ from command names, and summaries have no full stop`() {
    let commands = CommandTree.root.specification.subcommands.map(\.name)
    for topic in Topics.topics { #expect(!commands.contains(topic.name)) }
    for topic in Topics.topics + Topics.formats {
      #expect(!topic.summary.isEmpty && !topic.summary.hasSuffix("."), "\(topic.name)")
    }
  }
}
