import IAPCore
import Testing

@testable import IAPConsole

struct SecretTextTests {
  @Test(arguments: ["hush", "hush\n", "hush\r\n", "\u{FEFF}hush", "\u{FEFF}hush\r\n"])
  func `A byte-order mark and a line end are not part of a secret`(_ text: String) throws {
    for kind in [IAPError.SecretKind.accessToken, .appKey] {
      #expect(try kind.read(Array(text.utf8), from: "a") == Secret("hush"))
    }
  }

  @Test
  func `A token may contain blanks and letters of any script`() throws {
    #expect(
      try IAPError.SecretKind.accessToken.read(Array("a b 한\n".utf8), from: "a") == Secret("a b 한"))
  }

  @Test(
    arguments: [
      ("hush\n\n", .lineBreak, 5), ("hush\nhush\n", .lineBreak, 5),
      ("hush\r", .lineBreak, 5), ("\nhush", .lineBreak, 1),
      ("hush\u{2028}hush", .lineBreak, 5), ("hu\0sh", .nullCharacter, 3),
      ("hush\t", .control, 5),
      ("hu\u{1B}sh", .control, 3),
      ("\u{FEFF}\u{FEFF}hush", .control, 4),
      (" hush", .space, 1), ("hush \n", .space, 5), ("\u{FEFF}hush\u{3000}", .space, 8),
      (" ", .space, 1),
    ] as [(String, IAPError.ForeignText, Int)])
  func `Unexpected text beside a secret is reported with its location`(
    _ text: String, _ found: IAPError.ForeignText, _ byte: Int
  ) {
    for kind in [IAPError.SecretKind.accessToken, .appKey] {
      #expect(
        throws: IAPError.iapctl(
          .inputInvalid, .input("a", .secretNotAlone(kind, found, byte: byte)))
      ) { try kind.read(Array(text.utf8), from: "a") }
    }
  }

  @Test(
    arguments: [
      ("hu sh", .space, 3), ("hush한", .notInAppKey, 5),
    ] as [(String, IAPError.ForeignText, Int)])
  func `An app key has no blanks and only characters that a header may have`(
    _ text: String, _ found: IAPError.ForeignText, _ byte: Int
  ) {
    #expect(
      throws: IAPError.iapctl(
        .inputInvalid, .input("a", .secretNotAlone(.appKey, found, byte: byte)))
    ) { try IAPError.SecretKind.appKey.read(Array(text.utf8), from: "a") }
  }

  @Test
  func `An empty secret and one that is not text are refused`() {
    for text in ["", "\n", "\u{FEFF}", "\u{FEFF}\r\n"] {
      #expect(throws: IAPError.iapctl(.inputInvalid, .input("a", .empty))) {
        try IAPError.SecretKind.accessToken.read(Array(text.utf8), from: "a")
      }
    }
    // UTF-16, as some editors save it.
    #expect(throws: IAPError.iapctl(.inputInvalid, .input("a", .notUTF8))) {
      try IAPError.SecretKind.appKey.read([0xFF, 0xFE, 0x61, 0x00], from: "a")
    }
  }
}
