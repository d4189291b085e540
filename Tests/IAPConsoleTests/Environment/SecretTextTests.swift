import IAPCore
import Testing

@testable import IAPConsole

struct SecretTextTests {
  @Test(arguments: ["hush", "hush\n", "hush\r\n", "\u{FEFF}hush", "\u{FEFF}hush\r\n"])
  func `A byte-order mark and a line end are not part of a secret`(_ text: String) throws {
    for kind in [SecretText.accessToken, .appKey] {
      #expect(try kind.read(Array(text.utf8), from: "a") == Secret("hush"))
    }
  }

  @Test
  func `A token may contain blanks and letters of any script`() throws {
    #expect(
      try SecretText.accessToken.read(Array("a b 한\n".utf8), from: "a") == Secret("a b 한"))
  }

  @Test(arguments: [
    ("hush\n\n", "a line break", 5), ("hush\nhush\n", "a line break", 5),
    ("hush\r", "a line break", 5), ("\nhush", "a line break", 1),
    ("hush\u{2028}hush", "a line break", 5), ("hu\0sh", "a null character", 3),
    ("hush\t", "a control or invisible character", 5),
    ("hu\u{1B}sh", "a control or invisible character", 3),
    ("\u{FEFF}\u{FEFF}hush", "a control or invisible character", 4),
    (" hush", "a space", 1), ("hush \n", "a space", 5), ("\u{FEFF}hush\u{3000}", "a space", 8),
    (" ", "a space", 1),
  ])
  func `Unexpected text beside a secret is reported with its location`(
    _ text: String, _ found: String, _ byte: Int
  ) {
    for (kind, name) in [(SecretText.accessToken, "access token"), (.appKey, "app key")] {
      #expect(
        throws: IAPError.iapctl(
          .inputInvalid, .input("a", .secretNotAlone(what: name, found: found, byte: byte)))
      ) { try kind.read(Array(text.utf8), from: "a") }
    }
  }

  @Test(arguments: [
    ("hu sh", "a space", 3), ("hush한", "a character that an app key cannot contain", 5),
  ])
  func `An app key has no blanks and only characters that a header may have`(
    _ text: String, _ found: String, _ byte: Int
  ) {
    #expect(
      throws: IAPError.iapctl(
        .inputInvalid, .input("a", .secretNotAlone(what: "app key", found: found, byte: byte)))
    ) { try SecretText.appKey.read(Array(text.utf8), from: "a") }
  }

  @Test
  func `An empty secret and one that is not text are refused`() {
    for text in ["", "\n", "\u{FEFF}", "\u{FEFF}\r\n"] {
      #expect(throws: IAPError.iapctl(.inputInvalid, .input("a", .empty))) {
        try SecretText.accessToken.read(Array(text.utf8), from: "a")
      }
    }
    // UTF-16, as some editors save it.
    #expect(throws: IAPError.iapctl(.inputInvalid, .input("a", .notUTF8))) {
      try SecretText.appKey.read([0xFF, 0xFE, 0x61, 0x00], from: "a")
    }
  }
}
