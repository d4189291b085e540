import IAPCore
import Testing

@Suite("Store code")
struct StoreCodeTests {
  @Test(
    "Any store code is kept unchanged",
    arguments: ["AS", "GG", "ONESTORE", "TS", "NEWSTORE", "as", "", "스토어"])
  func anyStoreCodeIsKeptUnchanged(code: String) {
    #expect(StoreCode(code).text == code)
    #expect(StoreCode(code).description == code)
  }

  @Test("The store codes of the guides are known")
  func theStoreCodesOfTheGuidesAreKnown() {
    let known = ["AS", "GG", "ONESTORE", "GALAXY", "AMAZON", "HUAWEI", "MYCARD", "EPIC", "STEAM"]
    #expect(StoreCode.known.map(\.text) == known)
    #expect(StoreCode.appStore == "AS")
    #expect(StoreCode.googlePlay == "GG")
    #expect(StoreCode.oneStore == "ONESTORE")
  }

  @Test("Store codes are compared byte by byte")
  func storeCodesAreComparedByteByByte() {
    #expect(StoreCode("AS") != StoreCode("as"))
    #expect(StoreCode("\u{E9}") != StoreCode("e\u{301}"))
  }

  @Test("Two markets have a page to manage subscriptions")
  func twoMarketsHaveAPageToManageSubscriptions() {
    #expect(
      StoreCode.appStore.subscriptionsPage == "https://apps.apple.com/account/subscriptions")
    #expect(
      StoreCode.googlePlay.subscriptionsPage
        == "https://play.google.com/store/account/subscriptions")
    #expect(StoreCode.oneStore.subscriptionsPage == nil)
    #expect(StoreCode("NEWSTORE").subscriptionsPage == nil)
  }
}
