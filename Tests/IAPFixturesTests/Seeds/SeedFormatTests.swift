import IAPFixtures
import JSON
import TestSupport
import Testing

/// The documented keys are those that the seed reader and the dump know.
struct SeedFormatTests {
  /// The lists of a seed.
  private static let lists = SeedFormat.all.filter { $0.name != nil }

  private static let file = SeedFormat.all[0]

  private func list(_ name: String) throws -> JSONSchema.Object {
    try #require(Self.lists.first { $0.name == name })
  }

  @Test
  func `Every list of a seed is documented`() {
    #expect(Self.lists.compactMap(\.name).sorted() == SeedElements.whole.keys.sorted())
    #expect(Self.file.name == nil)
    #expect(
      Self.file.members.filter { $0.schema.kind == "array" }.map(\.name) == Self.lists.map(\.name))
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `The documentation lists exactly the keys that are read`(_ name: String) throws {
    let keys = try list(name).members.map(\.name)
    #expect(Set(keys).count == keys.count)
    #expect(keys.sorted() == SeedElements.whole[name]?.keys.sorted())
  }

  @Test(
    arguments: SeedElements.whole.keys.sorted()
  )
  func `The documentation marks exactly the required keys`(_ name: String) throws {
    let required = Set(try list(name).members.filter(\.isRequired).map(\.name))
    // Only subscriptions need a period, as its description says.
    #expect(required == SeedElements.required[name]?.subtracting(["period"]))
    let period = try list(name).members.first { $0.name == "period" }
    #expect(period?.summary.contains("required for subscriptions") != false)
  }

  @Test
  func `Only the key "format" of a seed is required`() {
    #expect(Self.file.members.filter(\.isRequired).map(\.name) == ["format"])
    for key in Self.file.members where key.name != "format" {
      #expect(SeedElements.problem(of: "{\"format\": 1, \"\(key.name)\": null}") == nil)
    }
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `The documentation gives the type of each value`(_ name: String) throws {
    for key in try list(name).members {
      let value = try #require(SeedElements.whole[name]?[key.name])
      let kinds: Set =
        switch value.first {
        case "\"": ["string", "instant", "period", "duration"]
        case "t", "f": ["boolean"]
        case "{": ["object"]
        case "n": [key.schema.kind]
        default: ["number", "decimal"]
        }
      let kind = key.schema.kind
      #expect(kinds.contains(kind), "\(key.name)")
      #expect((kind == "instant") == key.name.lowercased().hasSuffix("time"))
      #expect((kind == "decimal") == (key.name == "price"))
    }
  }

  @Test
  func `The summaries of keys have no line break and no full stop`() {
    for format in SeedFormat.all {
      #expect(format.summary.hasSuffix("."))
      for key in format.members {
        #expect(!key.summary.isEmpty && !key.summary.hasSuffix("."), "\(key.name)")
        #expect(!key.summary.contains("\n") && !key.summary.hasPrefix(" "), "\(key.name)")
      }
    }
  }

  @Test
  func `A dump has the documented keys in the documented order`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"AS\"}", users: "{\"userID\": \"alice\"}",
        purchases: Game.payment("1", "gem"), transactions: Game.receipt("7", "vip"),
        deferred: "{\"userID\": \"alice\", \"productIdentifier\": \"gem\"}",
        faults: FaultsTests.fault("consume", 12)))
    // The fault refuses the first one.
    for _ in 1...2 { _ = await store.consuming("1") }
    let dump = try await store.dumped(withLog: true)
    #expect(Self.keys(of: dump, indentedBy: "  \"") == Self.file.members.map(\.name))
    let lines = dump.split(separator: "\n")
    for format in Self.lists {
      let list = try #require(lines.firstIndex(of: "  \"\(format.name ?? "")\": ["))
      #expect(Self.keys(of: lines[list + 1]) == format.members.map(\.name))
    }
  }

  /// The keys of a row. Its values must not contain commas.
  private static func keys(of row: Substring) -> [String] {
    row.drop { $0 != "{" }.dropFirst().split(separator: ",").map { member in
      member.split(separator: "\"").first.map(String.init) ?? ""
    }
  }

  /// The keys on lines with this indentation.
  private static func keys(of text: String, indentedBy indentation: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(indentation) }.map { line in
      String(line.dropFirst(indentation.count).prefix { $0 != "\"" })
    }
  }
}
