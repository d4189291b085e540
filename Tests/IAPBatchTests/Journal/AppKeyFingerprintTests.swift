import IAPBatch
import IAPCore
import Testing

struct AppKeyFingerprintTests {
  @Test(arguments: [
    ("abc", "ba7816bf8f01cfea"), ("", "e3b0c44298fc1c14"), ("앱 키", "86434c29bd030b28"),
  ])
  func `The fingerprint is the first digits of the app key's SHA-256`(
    _ key: String, _ digits: String
  ) {
    #expect(AppKeyFingerprint.make(Secret(key)) == digits)
  }
}
