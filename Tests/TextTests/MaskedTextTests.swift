import Testing
import Text

struct MaskedTextTests {
  @Test(arguments: [
    ("host=db password=pw", "host=db password=…"), ("PassPhrase_2 = pw", "PassPhrase_2 =…"),
    ("a?sslpassword%3Dpw", "a?sslpassword%3D…"), ("pass word=pw", "pass word=pw"),
    ("passing by pass=pw", "passing by pass=…"),
    ("postgres:/kim:pw@h/iap?a=b", "postgres:/kim:…@h/iap"),
    ("postgres://kim:p@ss@h/db", "postgres://kim:…@h/db"),
    ("https://h/a?key=1", "https://h/a…"), ("user@h", "user@h"), ("a=b", "a=b"),
  ])
  func `What may be a password is not shown`(_ word: String, _ shown: String) {
    #expect(MaskedText.withoutPassword(word) == shown)
  }
}
