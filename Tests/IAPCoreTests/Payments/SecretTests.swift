import IAPCore
import Testing

struct SecretTests {
  private static let token = "tok-9f8e7d"
  private let secret = Secret(token)

  @Test
  func `A secret is not printed`() {
    var dumped = ""
    dump(secret, to: &dumped)
    let shown = [
      secret.description, secret.debugDescription, "\(secret)", String(reflecting: secret),
      String(describing: Optional(secret)), "\([secret])", "\(["token": secret])", dumped,
      Mirror(reflecting: secret).description,
    ]
    for text in shown { #expect(!text.contains(Self.token)) }
    #expect("\(secret)" == "(secret)")
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test
  func `A value that contains a secret does not print it`() {
    var purchase = Purchase(paymentSeq: "1")
    purchase.accessToken = secret
    let request = Payment("1", accessToken: secret)
    var dumped = ""
    dump(purchase, to: &dumped)
    dump(request, to: &dumped)
    for text in [dumped, "\(purchase)", "\(request)", String(reflecting: request)] {
      #expect(text.contains("1"))
      #expect(!text.contains(Self.token))
    }
  }

  @Test
  func `The revealed text is the secret`() {
    #expect(secret.revealed == Self.token)
  }

  @Test(arguments: [
    ("tok-1", "tok-1", true), ("", "", true), ("tok-1", "tok-2", false),
    ("tok-1", "tok-10", false),
    ("tok-1", "xok-1", false), ("", "a", false), ("\u{E9}", "e\u{301}", false),
  ])
  func `Secrets are compared byte by byte`(one: String, other: String, isEqual: Bool) {
    #expect((Secret(one) == Secret(other)) == isEqual)
    #expect((Set([Secret(one), Secret(other)]).count == 1) == isEqual)
  }
}
