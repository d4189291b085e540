import IAPBatch
import Testing

struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `The known answers of FIPS 180-4`(_ message: String, _ hash: String) {
    #expect(hex(SHA256.hash(Array(message.utf8))) == hash)
  }

  @Test
  func `Messages of every length around one, two and three blocks`() {
    let hashes = (0...200).flatMap { SHA256.hash((0..<$0).map(UInt8.init)) }
    #expect(
      hex(SHA256.hash(hashes))
        == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
