import IAPBatch
import IAPCore
import Testing

@Suite("App key fingerprint")
struct AppKeyFingerprintTests {
  @Test(
    "The fingerprint is the first digits of the app key's SHA-256",
    arguments: [("abc", "ba7816bf8f01cfea"), ("", "e3b0c44298fc1c14")])
  func digits(_ key: String, _ digits: String) throws {
    #expect(try AppKeyFingerprint.make(Secret(key)) == digits)
  }

  #if !canImport(Darwin)
    @Test("A missing library is reported with the package to install")
    func aMissingLibraryIsReportedWithThePackageToInstall() {
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
