import CommandLine
import IAPCore
import IAPMessages
import IAPWire
import JSON

/// The format of the configuration file. The reader and the manual page use the same description.
enum ConfigurationFormat {
  static let all = [file.schema, profile.schema]

  static let file = JSONFields(
    ConfigurationFile(path: ""), summary: "The file is one object.", reading: .file,
    [
      .optional(
        "profile", \.profile, profileName,
        "the current profile, which is used if no other is named"),
      .defaulted("profiles", \.profiles, profiles, "the profiles by name"),
    ])

  /// The options that a profile can set.
  static let options =
    (GlobalOptions.all + [GlobalOptions.settle.specification]).filter { $0.sources.key != nil }

  /// The option of a key; nil if the key has none of its own.
  static func option(of key: String) -> OptionSpecification? {
    options.first { $0.sources.key == key }
  }

  static let profile = JSONFields(
    Profile(name: ""), named: "profiles.NAME",
    summary: "Settings that apply if neither an option nor the environment sets them.",
    reading: .file,
    options.map { option in
      let key = option.sources.key ?? ""
      return .optional(
        key, \.values[key], codec(of: option),
        "\(option.summary)\(option.isList ? ", or several" : ""); as --\(option.name)")
    } + [
      .optional(
        Credential.appKey.rawValue, \.keys[.appKey], .secret,
        "the app key itself, as \(Variables.appKey); the file must then be readable only by its "
          + "owner"),
      .optional(
        Credential.secretKey.rawValue, \.keys[.secretKey], .secret,
        "the secret key itself, as \(Variables.secretKey); the same rule applies to the file"),
      .defaulted(
        packages, \.values[packages], pairs(.text, write: JSONValue.string, read: \.text),
        "the app's package by market code; packageName applies to all other markets"),
      .defaulted(
        appSeqs, \.values[appSeqs],
        pairs(.number, write: { .number(Int64($0).map { String($0) } ?? $0) }, read: \.digits),
        "the app's number by market code; appSeq applies to all other markets"),
      .optional(
        requireTicket, \.values[requireTicket],
        JSONCodec<Bool>.flag.map(write: { $0 == [String(true)] }) { [String($0)] },
        "whether every consume at this place needs --ticket, or a ticket in "
          + "each line of its file"),
    ])

  /// The key of the URL. Its value may contain a password, so messages mask it.
  static let url = "url"

  static let (api, markets, journal) = ("api", "markets", "journal")
  static let (package, appSeq, appID) = ("packageName", "appSeq", "appId")

  static let (packages, appSeqs) = ("packageNames", "appSeqs")
  /// The keys with a value for each market, by the key with the value of all others.
  static let byMarket = [package: packages, appSeq: appSeqs]

  static let requireTicket = "requireTicket"
}

// How the values of the file are read and written.
extension ConfigurationFormat {
  private static let profileName = JSONCodec<String>.text.map(write: \.text) {
    name throws(JSONProblem) -> Identifier in
    guard !name.isEmpty else {
      throw JSONProblem(problem: "is empty; it must be the name of a profile")
    }
    return Identifier(name)
  }

  private static let profiles = JSONCodec<[JSONValue.Member]>.members.map(
    write: { (profiles: [Identifier: Profile]) in
      profiles.map { .init($0.text, profile.write($1)) }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    },
    read: { members throws(JSONProblem) in
      var profiles: [Identifier: Profile] = [:]
      for member in members {
        guard !member.name.isEmpty else {
          throw JSONProblem(problem: "contains a profile without a name")
        }
        let name = Identifier(member.name)
        do throws(JSONProblem) {
          profiles[name] = try profile.read(member.value)
          profiles[name]?.name = name
        } catch {
          throw error.below(member.name)
        }
      }
      return profiles
    })

  /// The codec of an option's values.
  private static func codec(of option: OptionSpecification) -> JSONCodec<[String]> {
    if option.isList {
      return JSONCodec(.list(.text), write: { .array($0.map(JSONValue.string)) }) {
        value throws(JSONProblem) in
        guard let texts = value.elements?.map(\.text), !texts.contains(nil) else {
          throw .not("an array of strings")
        }
        return texts.compactMap(\.self)
      }
    }
    if option.value?.kind == .number {
      return JSONCodec<Int64>.number(from: 0).map(write: { $0.first.flatMap { Int64($0) } ?? 0 }) {
        [String($0)]
      }
    }
    return JSONCodec<String>.text.map(write: { $0.first ?? "" }) { [$0] }
  }

  /// A value for each market, as one word: `AS=com.example,GG=com.example.gg`. Nil if there is none.
  private static func pairs(
    _ schema: JSONSchema, write: @escaping @Sendable (String) -> JSONValue,
    read: @escaping @Sendable (JSONValue) -> String?
  ) -> JSONCodec<[String]?> {
    let schema = JSONSchema.map(schema)
    return JSONCodec(schema) { words in
      guard let pairs = words?.first?.split(separator: ",").sorted() else { return .null }
      return .object(
        pairs.compactMap { pair in
          pair.firstIndex(of: "=").map {
            .init(String(pair[..<$0]), write(String(pair[$0...].dropFirst())))
          }
        })
    } read: { value throws(JSONProblem) in
      let pairs = value.members?.map { member in read(member.value).map { (member.name, $0) } }
      guard let pairs = pairs?.compactMap(\.self), pairs.count == value.members?.count,
        pairs.allSatisfy(isPair)
      else { throw .not("an \(schema.kind)") }
      return pairs.isEmpty ? nil : [pairs.map { "\($0)=\($1)" }.joined(separator: ",")]
    }
  }

  private static func isPair(market: String, value: String) -> Bool {
    !market.isEmpty && !value.isEmpty && !(market + value).utf8.contains(UInt8(ascii: ","))
      && !market.utf8.contains(UInt8(ascii: "="))
  }
}
