import IAPCore
import Testing

struct StoreCodeTests {
  @Test(arguments: ["AS", "GG", "ONESTORE", "TS", "NEWSTORE", "as", "", "스토어"])
  func `any code survives as it is`(code: String) {
    #expect(StoreCode(code).text == code)
    #expect(StoreCode(code).description == code)
  }

  @Test func `the codes of the guides are known`() {
    let known = ["AS", "GG", "ONESTORE", "GALAXY", "AMAZON", "HUAWEI", "MYCARD", "EPIC", "STEAM"]
    #expect(StoreCode.known.map(\.text) == known)
    #expect(StoreCode.appStore == "AS")
    #expect(StoreCode.googlePlay == "GG")
    #expect(StoreCode.oneStore == "ONESTORE")
  }

  @Test func `codes are compared by their bytes`() {
    #expect(StoreCode("AS") != StoreCode("as"))
    #expect(StoreCode("\u{E9}") != StoreCode("e\u{301}"))
  }

  @Test func `two markets have a page for subscriptions`() {
    #expect(
      StoreCode.appStore.subscriptionsPage == "https://apps.apple.com/account/subscriptions")
    #expect(
      StoreCode.googlePlay.subscriptionsPage
        == "https://play.google.com/store/account/subscriptions")
    #expect(StoreCode.oneStore.subscriptionsPage == nil)
    #expect(StoreCode("NEWSTORE").subscriptionsPage == nil)
  }
}
