import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct PurchaseTests {
  @Test
  func `The arguments of purchase are parsed`() throws {
    let plain = PurchaseRequest(product: "gem.100", user: "alice")
    #expect(try resolved(PurchaseCommand.self, "purchase gem.100 --user alice").request == plain)
    var full = PurchaseRequest(product: "gem.100", user: "alice", market: "GG")
    full.payload = ""
    full.isSandbox = true
    full.isPromotion = true
    full.simulation = .notAllowed
    #expect(
      try resolved(
        PurchaseCommand.self,
        "purchase --payload= gem.100 --sandbox --promotion --simulate not-allowed"
          + " --user alice --market GG"
      ).request == full)
    let piped = try resolved(
      PurchaseCommand.self, "purchase gem.100 --user alice --payload-file -")
    #expect((piped.request, piped.payloadFile) == (plain, "-"))
    let list = try resolved(PurchaseCommand.self, "purchase --deferred --user a --market AS")
    #expect(list.request == nil)
    #expect((list.user, list.markets) == ("a", ["AS"]))
  }

  @Test(arguments: [
    ("purchase", "missing argument: PRODUCT_ID"), ("purchase a b", "unexpected argument 'b'"),
    ("purchase a", "no user given"), ("purchase --deferred", "no user given"),
    ("purchase a --user u --defer", "--defer needs --promotion"),
    (
      "purchase a --user u --promotion --defer --payload p",
      "--defer and --payload exclude each other"
    ),
    (
      "purchase a --deferred --user u", "--deferred only lists deferred products; it buys nothing"
    ),
    (
      "purchase --deferred --promotion --user u",
      "--deferred only lists deferred products; it buys nothing"
    ),
    (
      "purchase a --user u --payload x --payload-file y",
      "--payload and --payload-file exclude each other"
    ),
    (
      "purchase a --user u --market AS --market GG", "more than one market given: AS, GG"
    ),
    (
      "purchase a --user u --simulate canceled",
      "--simulate: 'canceled' is not one of cancelled, payment-failed, verify-failed, "
        + "interrupted, not-allowed, reserved, pending, did you mean 'cancelled'?"
    ),
  ])
  func `Options that exclude each other are refused`(_ line: String, _ message: String) {
    #expect(problem(PurchaseCommand.self, line)?.message == message)
  }

  @Test
  func `Two markets from the environment are a configuration error`() async throws {
    var store = try SampleStore()
    store.console.variables["IAPCTL_MARKET"] = "AS,GG"
    #expect(await store.run("purchase gem.100 --user bob").status == 78)
    #expect(await store.run("purchase gem.100 --user bob --market AS").status == 0)
  }

  @Test
  func `A purchase is one record, and its token is hidden by default`() async throws {
    let store = try SampleStore()
    let run = await store.run("purchase gem.100 --user bob --payload a=b -o json")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("{\"purchase\": {\"userID\":\"bob\",\"storeCode\":\"AS\","))
    #expect(run.output.contains("\"accessToken\":null,"))
    #expect(run.output.hasSuffix("\"payload\":\"a=b\",\"gamebaseProductId\":null}}\n"))
    let table = await store.run(
      "purchase coin_500 --user bob --market GG --fields userID,productIdentifier,price,storeCode")
    #expect(
      table.output == """
        userID  productIdentifier  price  storeCode
        bob     coin_500             600  GG

        """)
    let token = await store.run(
      "purchase gem.550 --user bob --show-tokens -o csv --fields accessToken --no-header")
    #expect(token.output.count > 20)
  }

  @Test
  func `A payload can be read from a file or from standard input`() async throws {
    var store = try SampleStore()
    store.console.input = "from input\n"
    let input = await store.run(
      "purchase gem.100 --user bob --payload-file - -o jsonl --fields payload")
    #expect(input.output == "{\"payload\":\"from input\\n\"}\n")
    let path = "/here/payload"
    store.console.files.put([0xFF], at: path)
    let broken = await store.run("purchase gem.100 --user bob --payload-file \(path)")
    #expect(broken.status == 65)
    #expect(broken.errors == "iapctl: error: \(path) is not UTF-8\n")
    let missing = await store.run("purchase gem.100 --user bob --payload-file /nowhere/at/all")
    #expect(missing.status == 66)
  }

  @Test(
    arguments: OutputFormat.allCases,
    ["--simulate interrupted", "--promotion --defer"])
  func `An interrupted or deferred purchase prints no record, or null in JSON`(
    _ format: OutputFormat, _ options: String
  ) async throws {
    let run = try await SampleStore().run("purchase gem.100 --user bob \(options) -o \(format)")
    #expect(run.status == 0)
    #expect(run.output == (format == .json ? "{\"purchase\": null}\n" : ""))
    #expect(!run.errors.isEmpty)
  }

  @Test
  func `An interrupted purchase prints a note`() async throws {
    let run = try await SampleStore().run(
      "purchase gem.100 --user bob --simulate interrupted -o json")
    #expect(run.status == 0)
    #expect(
      run.errors.wholeMatch(
        of:
          /{"note":"payment \d+ was charged, but the purchase was interrupted; complete it with: iapctl reprocess --user bob"}\n/
      )
        != nil)
  }

  @Test
  func `A deferred promotion is in the list of deferred products`() async throws {
    let store = try SampleStore()
    let kept = await store.run("purchase gem.100 --user bob --promotion --defer")
    #expect(kept.status == 0)
    #expect(kept.output.isEmpty)
    #expect(
      kept.errors
        == "iapctl: gem.100 was not bought; it is deferred; list it with: iapctl purchase --deferred "
        + "--user bob\n"
    )
    let list = await store.run("purchase --deferred --user bob -o json --fields productSeq")
    #expect(list.output == "{\"products\": [\n  {\"productSeq\":1000292}\n ]}\n")
    let others = await store.run("purchase --deferred --user alice -o json")
    #expect(others.status == 0)
    #expect(others.output == "{\"products\": []}\n")
    #expect(others.errors.isEmpty)
  }

  @Test(arguments: [
    ("nope --user bob", 3, 3), ("gem.old --user bob", 4, 3), ("skin.dragon --user bob", 4, 3),
    ("coin_500 --user bob", 3, 3), ("vip.month --user bob", 4, 5),
    ("gem.100 --user frank", 4, 6), ("gem.100 --user dave", 4, 17),
    ("gem.100 --user erin", 4, 18), ("gem.100 --user bob --simulate cancelled", 4, 9),
    ("gem.100 --user bob --simulate payment-failed", 4, 10),
    ("gem.100 --user bob --simulate verify-failed", 4, 11),
    ("gem.100 --user bob --simulate not-allowed", 4, 17),
  ])
  func `Refused purchases exit with their status`(_ words: String, _ status: Int32, _ code: Int)
    async throws
  {
    let run = try await SampleStore().run("purchase \(words)")
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("[com.nhncloud.iap \(code) "))
  }

  @Test
  func `A product that is sold in another market has a hint that names it`() async throws {
    let run = try await SampleStore().run("purchase coin_500 --user bob --lang ko")
    #expect(
      run.errors == """
        iapctl: 오류: 상품 coin_500: 마켓 AS에 없는 상품입니다. \
        [com.nhncloud.iap 3 productNotAvailable]
        안내: --market으로 이 상품을 판매하는 마켓을 지정하십시오: GG

        """)
  }
}
