import IAPCore
import Testing

struct SDKVersionTests {
  @Test
  func `Versions are compared by their numbers`() throws {
    let ordered = ["0", "0.31.1", "1.6.9", "1.7.0", "1.7.0.1", "1.10", "2"]
    let versions = try ordered.map { try #require(SDKVersion($0)) }
    for (place, left) in versions.enumerated() {
      for (other, right) in versions.enumerated() {
        #expect((left < right) == (place < other))
        #expect((left == right) == (place == other))
      }
    }
    #expect(SDKVersion("1.7") == SDKVersion("1.7.0"))
  }

  @Test(arguments: ["", "1.", ".1", "1..2", "v1.7", "1.7-beta", "1.2.3.4.5", "1234567890", "１"])
  func `Another text is no version`(_ text: String) { #expect(SDKVersion(text) == nil) }
}
