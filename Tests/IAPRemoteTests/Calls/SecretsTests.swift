import IAPCore
import IAPWire
import Synchronization
import Testing

@testable import IAPRemote

/// Even if a server repeats the app key or the token of the request, they are in no error reason
/// and in no trace.
struct SecretsTests {
  private static let key = "canary/key+é\""
  private static let token = "canary==token"

  private static func access() -> RemoteAccess {
    var access = RemoteAccess.test
    access.credential = Secret(key)
    return access
  }

  /// Texts with the secrets in them, as a server may repeat them.
  static let echoes = [
    "no app \(key), token \(token).", "\(token)\(key)\(token)", "\(key)\u{301} \(token)\u{301}",
    #"{"accessToken":"canary==token"} canary\/key+é\""#, "canary%2Fkey%2B%C3%A9%22",
  ]

  /// - Returns: the text as a JSON string.
  private static func json(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      (scalar == "\\" || scalar == "\"" ? "\\" : "") + String(scalar)
    }
    return "\"\(escaped.joined())\""
  }

  private static func refused(_ text: String, more: String = "") -> ScriptedTransport.Attempt {
    .answer(
      200,
      """
      {"header": {"isSuccessful": false, "resultCode": 5000, "resultMessage": \(json(text))\(more)}}
      """)
  }

  private static func error(_ text: String) -> String {
    """
    {"domain": "com.nhncloud.iap", "code": 12, "name": \(json(text)), "serverCode": null,
     "outcome": "not-applied", "reason": {"name": "paymentUnknown", "payment": \(json(text))}}
    """
  }

  private func expectNoCanary(_ values: Any..., sourceLocation: SourceLocation = #_sourceLocation) {
    var shown = ""
    dump(values, to: &shown)
    #expect(!shown.contains("canary"), "\(shown)", sourceLocation: sourceLocation)
    #expect(shown.contains("(secret"), "\(shown)", sourceLocation: sourceLocation)
  }

  @Test(
    arguments: WireDialect.allCases,
    echoes.dropLast())
  func `A secret that a server echoes in a refusal is redacted`(_ api: WireDialect, _ echo: String)
    async throws
  {
    // A legacy server does not get the app key, so it cannot repeat it.
    let echo = api == .legacy ? Self.token : echo
    let transport = ScriptedTransport([Self.refused(echo)])
    let service = RemoteService.test(api, transport, access: Self.access())
    let request = Payment(
      "1", accessToken: Secret(Self.token), productSeq: 1)
    let answer = try #require(await service.consume([request]).first)
    expectNoCanary(answer)
  }

  @Test(
    arguments: WireDialect.allCases
  )
  func `The tokens of other payments that a server repeats are redacted`(_ api: WireDialect)
    async throws
  {
    let transport = ScriptedTransport([
      Self.refused("1"), Self.refused("not 2, but canary==token and\(Self.token)!"),
    ])
    let service = RemoteService.test(api, transport, access: Self.access())
    let requests = [("1", Self.token), ("2", "another-token")].map {
      Payment(Identifier($0), accessToken: Secret($1), productSeq: 1)
    }
    let answers = await service.consume(requests)
    expectNoCanary(answers)
  }

  @Test
  func `The tokens of a list are redacted in the messages that follow`() async throws {
    let row = #"{"paymentSeq":"1","accessToken":"canary==token"}"#
    let transport = ScriptedTransport([
      .answer(
        200,
        #"{"header":{"isSuccessful":true,"resultCode":0,"resultMessage":""},"result":[\#(row)]}"#),
      Self.refused("canary%3D%3Dtoken, canary==token"),
    ])
    let service = RemoteService.test(.service, transport, access: Self.access())
    var query = UnconsumedQuery(owner: .user("u"))
    query.markets = ["AS"]
    let listed = try await service.unconsumed(query).whole()
    #expect(listed.elements.map(\.accessToken) == [Secret(Self.token)])
    let request = Payment("2", accessToken: Secret("another-token"))
    expectNoCanary(await service.consume([request]))
  }

  @Test
  func `Only the latest tokens are kept, and short ones are no secrets of others`() {
    let tokens = RecentTokens(limit: 2)
    for token in ["first-token", "second-token", "second-token", "third/token", "short"] {
      tokens.add(token)
    }
    #expect(tokens.redacted("first-token short") == "(secret) short")
    tokens.add("fourth-token")
    #expect(tokens.redacted("first-token short") == "first-token short")
    #expect(tokens.redacted("<second-token>third/token") == "<(secret)>(secret)")
    #expect(tokens.redacted(#"third\/token third%2Ftoken"#) == "(secret) (secret)")
    for token in ["fifth-token", "sixth-token"] { tokens.add(token) }
    #expect(tokens.redacted("third/token fourth-token") == "third/token (secret)")
    #expect(tokens.redacted("") == "")
  }

  @Test(arguments: echoes)
  func `A secret in a transport error or in a trace is redacted`(_ echo: String) async throws {
    let lines = Mutex<[String]>([])
    let transport = AnsweringTransport { _ in
      .failure(TransportFailure(.broken, isSent: true, detail: echo))
    }
    var access = Self.access()
    access.origin += "/\(Self.key)"
    let service = RemoteService.test(.service, transport, access: access) { line in
      lines.withLock { $0.append(line) }
    }
    let request = Payment("1", accessToken: Secret(Self.token))
    guard case .failure(let error) = try #require(await service.consume([request]).first).result
    else { return #expect(Bool(false), "it was answered") }
    guard case .server(_, .answerCutOff(let why)) = error.reason else {
      return #expect(Bool(false), "\(error)")
    }
    expectNoCanary(why)
    let told = lines.withLock { $0 }
    expectNoCanary(told)
    #expect(told.count == 1)
  }

  @Test(arguments: echoes.prefix(3))
  func `A secret in an error of the fixture API is redacted`(_ echo: String) async throws {
    let error = Self.error(echo)
    let refusing = RemoteService.test(
      .fixture, ScriptedTransport([Self.refused("", more: ", \"error\": \(error)")]),
      access: Self.access())
    let request = Payment("1", accessToken: Secret(Self.token))
    expectNoCanary(try #require(await refusing.consume([request]).first))
    let failing = RemoteService.test(
      .fixture,
      ScriptedTransport([
        .result(
          """
          {"products": [], "isAnswered": false,
           "failures": [{"storeCode": "AS", "error": \(Self.error(Self.key))}]}
          """),
        .result("{\"purchases\": [], \"closed\": [], \"failures\": [\(Self.error(Self.key))]}"),
      ]), access: Self.access())
    expectNoCanary(try await failing.products(in: []).failures)
    expectNoCanary(try await failing.restore("u", in: []).failures)
  }

  @Test
  func `Text without secrets is unchanged`() {
    let redactor = Redactor([Secret("abcd"), Secret(""), Secret("abcdef")])
    #expect(redactor.redacted("abc d") == "abc d")
    #expect(redactor.redacted("abcdefabcd") == "(secret)(secret)")
    #expect(Redactor([]).redacted("x") == "x")
  }

  /// A single letter is in most words, so it does not reveal a key there.
  @Test(arguments: [
    ("a", "a server: key a, \"a\", a", "(secret) server: key (secret), \"(secret)\", (secret)"),
    (
      "a", "an answer was lost at https://iap.example",
      "an answer was lost at https://iap.example"
    ),
    ("k1", "k1=k1;k12 ak1 é k1é", "(secret)=(secret);k12 ak1 é (secret)é"),
    ("+/=", "+/= a+/=b", "(secret) a+/=b"),
  ])
  func `A short secret is redacted only as a whole word`(
    _ key: String, _ text: String, _ clean: String
  ) {
    #expect(Redactor([Secret(key)]).redacted(text) == clean)
  }
}
