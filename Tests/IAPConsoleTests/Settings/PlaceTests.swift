import IAPBatch
import IAPCore
import IAPMessages
import Languages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// Where a command acts: which of several stores, servers and app keys it takes.
struct PlaceTests {
  private static let prod = Profile(
    name: "prod",
    values: [
      "url": ["https://prod.example"], "api": ["legacy"], "user": ["carol"], "appSeq": ["7"],
      "packageName": ["com.prod"], "markets": ["GG"], "journal": ["/prod.db"],
    ], keys: [.appKey: Secret("prod-key")])
  private static let bare = Profile(name: "bare", values: ["url": ["https://prod.example"]])
  private static let keyed = Profile(name: "keyed", keys: [.appKey: Secret("keyed-key")])
  private static let stored = Profile(name: "stored", values: ["store": ["/p.db"]])
  private static let people = Profile(name: "people", values: ["user": ["carol"]])
  private static let profiles = [prod, bare, keyed, stored, people]

  /// What a command line comes to: the place, the key, and the settings that belong to it; or the
  /// error.
  private func outcome(
    _ line: String, _ variables: [String: String], _ profile: String, typed: Bool
  ) throws -> String {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(
      words("unconsumed " + line))
    let choice = ProfileChoice(
      profile: Self.profiles.first { $0.name.text == profile }, isTyped: typed,
      names: Self.profiles.map(\.name))
    do {
      let settings = try Settings(parsed.arguments, variables, choice)
      let place = try settings.backend()
      let key: String? =
        switch settings.credential.source {
        case .file(let path): path
        case .key(let key): key.revealed
        case nil: nil
        }
      let parts: [String?] = [
        place.sentence.text, settings.source.profileOfPlace.map { "of \($0)" },
        key.map { "key \($0)" },
        settings.api.map { "api \($0.rawValue)" }, settings.user.map { "user \($0)" },
        settings.appSeqs?.other.map { "appSeq \($0)" },
        settings.packages?.other.map { "package \($0)" },
      ]
      return parts.compactMap(\.self).joined(separator: ", ")
    } catch {
      return "\(IAPError(error).exitCode): \(UsageText(error).message)"
    }
  }

  private static let whole =
    "https://prod.example, of prod, key prod-key, api legacy, user carol, appSeq 7, package com.prod"
  private static let usual = "https://api-iap.cloud.toast.com"

  @Test(
    arguments: [
      // A typed profile beats the environment.
      ("", ["IAPCTL_STORE": "m.db"], "prod", true, whole),
      ("", ["IAPCTL_URL": "https://sandbox.example"], "prod", true, whole),
      (
        "", ["IAPCTL_API": "fixture", "IAPCTL_APP_KEY": "other", "IAPCTL_USER": "bob"], "prod",
        true, whole
      ),
      // An option beats a typed profile, and takes nothing of another place from it.
      ("--store x.db", [:], "prod", true, "the fixture store x.db"),
      (
        "--url https://a.example", [:], "prod", true,
        "78: no app key for https://a.example: the key of profile prod is for https://prod.example"
      ),
      (
        "--url https://a.example --app-key-file k", [:], "prod", true, "https://a.example, key k"
      ),
      // The same server, written in another way.
      (
        "--url https://PROD.example:443/", [:], "prod", true,
        whole.replacing("https://prod.example", with: "https://PROD.example:443/")
      ),
      // The environment beats the current profile, as a whole.
      ("", ["IAPCTL_STORE": "m.db"], "prod", false, "the fixture store m.db"),
      (
        "", ["IAPCTL_URL": "https://a.example", "IAPCTL_APP_KEY": "a-key"], "prod", false,
        "https://a.example, key a-key"
      ),
      (
        "", ["IAPCTL_URL": "https://a.example"], "prod", false,
        "78: no app key for https://a.example: the key of profile prod is for https://prod.example"
      ),
      // A key without a server is for no place of its own: with another key, there are two.
      (
        "", ["IAPCTL_APP_KEY": "a-key"], "prod", false,
        "78: two app keys given: IAPCTL_APP_KEY, and appKey of profile 'prod'"
      ),
      ("", ["IAPCTL_APP_KEY": "prod-key"], "prod", false, whole),
      ("", ["IAPCTL_APP_KEY": "prod-key\n"], "prod", false, whole),
      ("", ["IAPCTL_APP_KEY": "prod-key\r\n"], "prod", false, whole),
      (
        "", ["IAPCTL_APP_KEY": "a-key"], "keyed", false,
        "78: two app keys given: IAPCTL_APP_KEY, and appKey of profile 'keyed'"
      ),
      (
        "", ["IAPCTL_URL": "https://prod.example", "IAPCTL_APP_KEY": "a-key"], "prod", false,
        "https://prod.example, of prod, key a-key, api legacy, user carol, appSeq 7, package com.prod"
      ),
      // A profile without a key.
      ("", ["IAPCTL_APP_KEY": "a-key"], "bare", true, "https://prod.example, of bare, key a-key"),
      ("", ["IAPCTL_APP_KEY": "a-key"], "bare", false, "https://prod.example, of bare, key a-key"),
      (
        "", ["IAPCTL_APP_KEY": "a-key", "IAPCTL_URL": "https://a.example"], "bare", true,
        "78: no app key for https://prod.example: IAPCTL_APP_KEY is for https://a.example"
      ),
      (
        "", ["IAPCTL_APP_KEY": "a-key", "IAPCTL_STORE": "m.db"], "bare", true,
        "78: no app key for https://prod.example: IAPCTL_APP_KEY is for the fixture store m.db"
      ),
      (
        "--url https://b.example", ["IAPCTL_APP_KEY": "a-key", "IAPCTL_URL": "https://a.example"],
        "", false,
        "78: no app key for https://b.example: IAPCTL_APP_KEY is for https://a.example"
      ),
      (
        "--url https://b.example", ["IAPCTL_APP_KEY": "a-key"], "", false,
        "https://b.example, key a-key"
      ),
      // The key of a profile without a URL is for the usual server.
      ("", [:], "keyed", false, "\(usual), of keyed, key keyed-key"),
      (
        "--url https://a.example", [:], "keyed", false,
        "78: no app key for https://a.example: the key of profile keyed is for \(usual)"
      ),
      // A key alone chooses the usual server, but not if a store is named.
      ("", ["IAPCTL_APP_KEY": "a-key"], "people", false, "\(usual), key a-key, user carol"),
      ("--app-key-file k", [:], "", false, "\(usual), key k"),
      ("", ["IAPCTL_APP_KEY": "a-key"], "stored", false, "the fixture store /p.db, of stored"),
      (
        "--app-key-file k", ["IAPCTL_STORE": "m.db"], "", false,
        "64: a fixture store, chosen by IAPCTL_STORE, does not use --app-key-file"
      ),
      // Two at one level.
      (
        "--store a.db --url https://a.example", [:], "", false,
        "64: two backends given: a fixture store by --store, and a URL by --url"
      ),
      (
        "", ["IAPCTL_STORE": "a.db", "IAPCTL_URL": "https://a.example"], "prod", false,
        "78: two backends given: a fixture store by IAPCTL_STORE, and a URL by IAPCTL_URL"
      ),
      (
        "--url https://b.example", ["IAPCTL_STORE": "a.db", "IAPCTL_URL": "https://a.example"],
        "prod", false,
        "78: no app key for https://b.example: the key of profile prod is for https://prod.example"
      ),
      // None. A typed profile that names no place does not take the one of the environment.
      ("", [:], "", false, "78: iapctl does not know which service to ask"),
      (
        "", ["IAPCTL_STORE": "a.db"], "people", true,
        "78: profile 'people' names no place: it has no store, no url and no app key"
      ),
      // What a fixture API would ignore is refused.
      (
        "--url https://a.example --api fixture --app-key-file k --app-seq 3", [:], "", false,
        "64: the fixture API does not use --app-seq"
      ),
    ] as [(String, [String: String], String, Bool, String)])
  func `A place is taken whole from the highest level that names one`(
    _ line: String, _ variables: [String: String], _ profile: String, _ typed: Bool,
    _ expected: String
  ) throws {
    #expect(try outcome(line, variables, profile, typed: typed) == expected)
  }

  @Test(
    arguments: [
      (["IAPCTL_STORE": "m.db", "IAPCTL_USER": "bob"], "prod", ["IAPCTL_STORE, IAPCTL_USER"]),
      (["IAPCTL_URL": "https://prod.example:443", "IAPCTL_MARKET": "GG"], "prod", []),
      (["IAPCTL_APP_KEY": "other"], "prod", ["IAPCTL_APP_KEY"]),
      (["IAPCTL_APP_KEY": "prod-key"], "prod", []),
      (["IAPCTL_JOURNAL": "j.db", "IAPCTL_API": "legacy"], "prod", ["IAPCTL_JOURNAL"]),
      (
        ["IAPCTL_APP_KEY": "a-key"], "bare", ["profile bare has no app key: IAPCTL_APP_KEY is used"]
      ),
      (["IAPCTL_NOW": "2026-01-01", "IAPCTL_OUTPUT": "csv"], "stored", []),
    ] as [([String: String], String, [String])])
  func `A note names what a typed profile replaces and what it lacks`(
    _ variables: [String: String], _ profile: String, _ expected: [String]
  ) throws {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(["consume", "1"])
    let found = Self.profiles.first { $0.name.text == profile }
    for isTyped in [true, false] {
      let settings = try Settings(
        parsed.arguments, variables, ProfileChoice(profile: found, isTyped: isTyped))
      let uses = CommandTree.node(["consume"])?.uses.own ?? []
      let notes = expected.map {
        $0.hasPrefix("profile") ? $0 : "not used with --profile \(profile): \($0)"
      }
      let told = settings.source.notes(for: uses).map(Language.english.text)
      #expect(told == (isTyped ? notes : []))
    }
    let settings = try Settings(
      parsed.arguments, ["IAPCTL_STORE": "m.db"], ProfileChoice(profile: Self.prod, isTyped: true))
    #expect(settings.source.notes(for: []).isEmpty, "a command that uses no place")
  }

  @Test
  func `An empty address is no server of its own, and what is not one is compared as text`() {
    #expect(ServerURL.areSame("https://a.example", "https://A.example:443/"))
    #expect(ServerURL.areSame("http://localhost", "http://localhost:80"))
    #expect(!ServerURL.areSame("http://localhost", "https://localhost"))
    #expect(!ServerURL.areSame("https://a.example:8443", "https://a.example"))
    #expect(ServerURL.areSame("nonsense", "nonsense"))
    #expect(!ServerURL.areSame("nonsense", "https://a.example"))
  }

  @Test
  func `A place in words`() {
    let server = Place.server(url: "https://api-iap.cloud.toast.com")
    func text(_ place: Place, profile: Identifier? = nil, appKey: Secret? = nil) -> String {
      let key = appKey.map { PlaceName.Key(.appKey, fingerprint: AppKeyFingerprint.make($0)) }
      return PlaceMessages.name(PlaceName(place, key, profile: profile)).text
    }
    #expect(
      text(server, profile: "prod", appKey: Secret("a"))
        == "profile prod, api-iap.cloud.toast.com, app key ca9781…")
    #expect(text(server) == "api-iap.cloud.toast.com")
    #expect(text(.server(url: "http://127.0.0.1:80")) == "http://127.0.0.1:80")
    #expect(text(.store(path: "game.db")) == "fixture store game.db, a simulation")
    #expect(
      text(.store(path: "game.db"), profile: "ci")
        == "profile ci, fixture store game.db, a simulation")
  }
}

extension IAPError {
  fileprivate var exitCode: Int32 { ExitStatus(of: self).code }
}
