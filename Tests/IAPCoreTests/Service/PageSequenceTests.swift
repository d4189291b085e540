import IAPCore
import Synchronization
import Testing

struct PageSequenceTests {
  @Test
  func `A page is asked for when it is its turn, and every reader begins anew`() async throws {
    let asked = Mutex<[Int]>([])
    let list = PageSequence(from: 1) { place async throws(IAPError) in
      asked.withLock { $0.append(place) }
      return (page: [place, place * 10], next: place < 3 ? place + 1 : nil)
    }
    #expect(asked.withLock { $0 } == [])
    for try await page in list where page.first == 2 { break }
    #expect(asked.withLock { $0 } == [1, 2])
    #expect(try await list.reduce([], +) == [1, 10, 2, 20, 3, 30])
    #expect(asked.withLock { $0 } == [1, 2, 1, 2, 3])
  }

  @Test
  func `A list ends where no page begins, and where there are no more`() async throws {
    let empty = PageSequence(from: Int?.none) { place async throws(IAPError) in ([place], place) }
    #expect(try await empty.reduce([], +) == [])
    let short = PageSequence(from: 1) { place async throws(IAPError) in
      place < 3 ? (page: [place], next: place + 1) : nil
    }
    #expect(try await short.reduce([], +) == [1, 2])
  }

  @Test
  func `Pages together have all elements and failures, and are answered if one is`() async throws {
    let failure = MarketFailure("GG", .iap(.storeNotAvailable, .marketSwitchedOff("GG")))
    let pages = [
      MarketResults<[Int]>([], failures: [failure], isAnswered: false), MarketResults([1, 2]),
      MarketResults([3]),
    ]
    let list = PageSequence(from: 0) { place async throws(IAPError) in
      place < pages.count ? (page: pages[place], next: place + 1) : nil
    }
    let whole = try await list.whole()
    #expect(whole.elements == [1, 2, 3])
    #expect(whole.failures == [failure])
    #expect(whole.isAnswered)
    #expect(!MarketResults<[Int]>(joining: [pages[0]]).isAnswered)
  }
}
