import IAPCore
import TestSupport
import Testing

/// Users, products and markets that a fixture store does not have.
struct UnknownNamesTests {
  private static let alcie = "iapctl: no user 'alcie' in this store; did you mean 'alice'?\n"

  @Test(arguments: [
    "unconsumed --user alcie", "consume --all --user alcie --yes",
    "consume --all --user alcie --dry-run", "subscriptions --user alcie",
    "restore --user alcie", "reprocess --user alcie", "purchase --deferred --user alcie",
  ])
  func `An unknown user is reported with the nearest name`(_ line: String) async throws {
    let run = try await SampleStore().run(line)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix(Self.alcie), "\(run.errors)")
  }

  @Test(arguments: [
    (
      "unconsumed --user alice --product gem.10",
      "no product 'gem.10' in this store; did you mean 'gem.100'?"
    ),
    ("consume --all --user alice --yes --product zzzzz", "no product 'zzzzz' in this store"),
    ("products --market ONESTOR", "no market 'ONESTOR' in this store; did you mean 'ONESTORE'?"),
    ("products --market GALAXY", "no market 'GALAXY' in this store; known are AS, GG, ONESTORE"),
    (
      "restore --user carol --market STEAM",
      "no market 'STEAM' in this store; known are AS, GG, ONESTORE"
    ),
  ])
  func `Unknown products and markets are reported, too`(_ line: String, _ note: String) async throws
  {
    let run = try await SampleStore().run(line)
    #expect(run.errors.hasPrefix("iapctl: \(note)\n"), "\(run.errors)")
  }

  @Test(arguments: ["GG", "gg", "구글", "Google Play"])
  func `A market has the names that people write`(_ name: String) async throws {
    let store = try SampleStore()
    let run = await store.console.run(words: ["products", "--market", name, "-o", "csv"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains(",GG,"))
  }

  @Test
  func `The note is printed beside results and in all formats`() async throws {
    let run = try await SampleStore().run(
      "unconsumed --all-users --market AS --market G -o jsonl --fields paymentSeq")
    #expect(run.status == 0)
    #expect(!run.output.isEmpty)
    #expect(
      run.errors == "{\"note\":\"no market 'G' in this store; known are AS, GG, ONESTORE\"}\n")
  }

  @Test(arguments: [
    "unconsumed --user frank", "unconsumed --user alice --market AS --product coin_500",
    "subscriptions --user dave", "restore --user bob", "products --market ONESTORE",
  ])
  func `Names that the store has are not reported`(_ line: String) async throws {
    let run = try await SampleStore().run(line)
    #expect(run.status == 0)
    #expect(!run.errors.contains("in this store"))
  }
}
