import IAPCore
import Testing

struct StoreCodeTests {
  @Test(arguments: ["AS", "GG", "ONESTORE", "TS", "NEWSTORE", "as", "", "스토어"])
  func `Any store code is kept unchanged`(code: String) {
    #expect(StoreCode(code).text == code)
    #expect(StoreCode(code).description == code)
  }

  @Test
  func `The store codes of the guides are known`() {
    let known = ["AS", "GG", "ONESTORE", "GALAXY", "AMAZON", "HUAWEI", "MYCARD", "EPIC", "STEAM"]
    #expect(StoreCode.known.map(\.text) == known)
    #expect(StoreCode.appStore == "AS")
    #expect(StoreCode.googlePlay == "GG")
    #expect(StoreCode.oneStore == "ONESTORE")
  }

  @Test
  func `Store codes are compared byte by byte`() {
    #expect(StoreCode("AS") != StoreCode("as"))
    #expect(StoreCode("\u{E9}") != StoreCode("e\u{301}"))
  }

  @Test
  func `Two markets have a page to manage subscriptions`() {
    #expect(
      StoreCode.appStore.subscriptionsPage == "https://apps.apple.com/account/subscriptions")
    #expect(
      StoreCode.googlePlay.subscriptionsPage
        == "https://play.google.com/store/account/subscriptions")
    #expect(StoreCode.oneStore.subscriptionsPage == nil)
    #expect(StoreCode("NEWSTORE").subscriptionsPage == nil)
  }
}
