import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct ProductsTests {
  @Test
  func `The arguments of products are parsed`() throws {
    let plain = try resolved(ProductsCommand.self, "products")
    #expect((plain.types, plain.markets) == ([], []))
    #expect(plain.selection == .valid)
    let chosen = try resolved(
      ProductsCommand.self,
      "products --invalid --type CONSUMABLE --type AUTO_SUBSCRIPTION --market GG")
    #expect((chosen.types, chosen.markets) == ([.consumable, .autoRenewable], ["GG"]))
    #expect(chosen.selection == .invalid)
    #expect(try resolved(ProductsCommand.self, "products --all").selection == .all)
  }

  @Test
  func `Only one selection can be given`() {
    #expect(
      problem(ProductsCommand.self, "products --all --invalid")
        == UsageText(
          "--invalid and --all exclude each other", hint: "give only one of them"))
    #expect(
      problem(ProductsCommand.self, "products --type GEM")?.message
        == "--type: 'GEM' is not one of CONSUMABLE, AUTO_RENEWABLE, "
        + "CONSUMABLE_AUTO_RENEWABLE, UNKNOWN")
  }

  @Test
  func `The table of available products`() async throws {
    let run = try await SampleStore().run("products --market GG --market ONESTORE")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(
      run.output == """
        productIdentifier  productType     price  currency  storeCode  productName   active  valid
        coin_500           CONSUMABLE        600  JPY       GG         500 coins     yes     yes
        vip_month          AUTO_RENEWABLE    980  JPY       GG         VIP           yes     yes
        starter.pack       CONSUMABLE      3,300  KRW       ONESTORE   Starter pack  yes     yes

        """)
  }

  @Test
  func `Each selection lists its products`() async throws {
    let store = try SampleStore()
    func names(_ options: String) async -> [String] {
      let run = await store.run("products \(options) --fields productIdentifier -o csv")
      #expect(run.status == 0)
      return run.output.split(separator: "\r\n").dropFirst().map(String.init)
    }
    let valid = [
      "gem.100", "gem.550", "vip.month", "chest.week", "coin_500", "vip_month", "starter.pack",
    ]
    #expect(await names("") == valid)
    #expect(await names("--invalid") == ["skin.dragon"])
    #expect(await names("--all") == valid + ["gem.old", "skin.dragon"])
    #expect(await names("--type CONSUMABLE_AUTO_RENEWABLE") == ["chest.week"])
    #expect(
      await names("--type AUTO_RENEWABLE --type CONSUMABLE_AUTO_RENEWABLE --market AS")
        == ["vip.month", "chest.week"])
  }

  @Test(arguments: ["", "--invalid"])
  func `A JSON document has both lists, with every selection`(_ option: String) async throws {
    let run = try await SampleStore().run(
      "products \(option) -o json --fields productSeq,valid --type CONSUMABLE")
    #expect(
      run.output == """
        {"products": [
          {"productSeq":1000292,"valid":true},
          {"productSeq":1000293,"valid":true},
          {"productSeq":1000296,"valid":true},
          {"productSeq":1000298,"valid":true}
         ],
         "invalidProducts": [
          {"productSeq":1000299,"valid":false}
         ]}

        """)
  }

  @Test
  func `A product as JSON has every key`() async throws {
    let run = try await SampleStore().run("products --invalid -o jsonl")
    #expect(
      run.output == """
        {"productIdentifier":"skin.dragon","productSeq":1000299,\
        "productName":"Dragon skin (not yet in the App Store)","productType":"CONSUMABLE",\
        "price":5900,"currency":"KRW","localizedTitle":null,"localizedDescription":null,\
        "localizedPrice":null,"active":true,"storeCode":"AS","valid":false}

        """)
  }

  @Test
  func `An empty list is a success, with a note`() async throws {
    let options = "--type CONSUMABLE_AUTO_RENEWABLE --market GG"
    let run = try await SampleStore().run("products \(options) -o json")
    #expect(run.status == 0)
    #expect(run.output == "{\"products\": [],\n \"invalidProducts\": []}\n")
    #expect(run.errors.isEmpty)
    let store = try SampleStore()
    let table = await store.run("products \(options) --market ONESTORE")
    #expect(
      table.errors
        == "iapctl: no products in markets GG, ONESTORE (fixture store \(store.path), a simulation)\n"
    )
  }

  @Test
  func `A market that fails beside one that answers is a partial failure`() async {
    var service = FakeService()
    service.products = MarketResults(
      [Product(productIdentifier: "gem", productSeq: 1, productType: nil)],
      failures: [.switchedOff("GG")])
    let run = await TestConsole.with(service).run("products --fields productIdentifier,price")
    #expect(run.status == 5)
    #expect(run.output == "productIdentifier  price\ngem                -\n")
    #expect(
      run.errors == """
        iapctl: error: list incomplete: GG: market GG is switched off \
        [com.nhncloud.iap 2 storeNotAvailable]
        hint: name other markets with --market

        """)
  }

  @Test
  func `If every market fails alike, nothing is listed`() async {
    var service = FakeService()
    service.products = MarketResults(
      [], failures: [.switchedOff("AS"), .switchedOff("GG")], isAnswered: false)
    let run = await TestConsole.with(service).run("products -o json")
    #expect(run.status == 4)
    #expect(run.output.isEmpty)
    #expect(run.errors.split(separator: "\n").count == 2)
    #expect(run.errors.contains("\"exitCode\":4"))
  }
}
