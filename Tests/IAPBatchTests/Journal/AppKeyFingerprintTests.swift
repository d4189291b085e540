import IAPBatch
import IAPCore
import Testing

struct AppKeyFingerprintTests {
  @Test(
    "The first digits of the key's SHA-256, as FIPS 180-2 has them",
    arguments: [("abc", "ba7816bf8f01cfea"), ("", "e3b0c44298fc1c14")])
  func digits(_ key: String, _ digits: String) throws {
    #expect(try AppKeyFingerprint.make(Secret(key)) == digits)
  }

  #if !canImport(Darwin)
    @Test func `a machine without the library is told what to install`() {
      let error = #expect(throws: IAPError.self) {
        try AppKeyFingerprint.make(Secret("abc"), libraries: ["libnone.so", "libm.so.6"])
      }
      #expect(error?.code == .iapctl(.libraryMissing))
      guard case .libraryMissing("libcrypto", let why, _) = error?.reason else {
        Issue.record("another reason")
        return
      }
      #expect(why.contains("libnone.so"))
      #expect(why.hasSuffix("libm.so.6: lacks SHA256"))
    }
  #endif
}
