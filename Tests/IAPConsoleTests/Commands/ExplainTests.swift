import IAPCore
import IAPMessages
import Languages
import TestSupport
import Testing

@testable import IAPConsole

struct ExplainTests {
  @Test
  func `The arguments of explain are parsed`() throws {
    let plain = try resolved(ExplainCommand.self, "explain 14")
    #expect((plain.code, plain.domain, plain.status) == ("14", nil, 14))
    let server = try resolved(ExplainCommand.self, "explain --domain server 0")
    #expect((server.code, server.domain, server.status) == ("0", .server, nil))
  }

  @Test(arguments: [
    ("explain", "missing argument: CODE|NAME"), ("explain 1 2", "unexpected argument '2'"),
    ("explain 1.5", "CODE|NAME: '1.5' is not a code or a name of an error"),
    ("explain 1٣", "CODE|NAME: '1٣' is not a code or a name of an error"),
    ("explain 1a", "CODE|NAME: '1a' is not a code or a name of an error"),
    ("explain exit", "missing argument: STATUS"), ("explain 5 7", "unexpected argument '7'"),
    ("explain -- -", "CODE|NAME: '-' is not a code or a name of an error"),
    (
      "explain 1 --domain htpp",
      "--domain: 'htpp' is not one of iap, http, server, gamebase, iapctl, com.nhncloud.iap, "
        + "com.toast.iap, com.nhncloud.http, com.toast.http, did you mean 'http'?"
    ),
  ])
  func `An invalid code is refused`(_ line: String, _ message: String) async {
    #expect(problem(ExplainCommand.self, line)?.message == message)
    #expect(await TestConsole().run(line).status == 64)
  }

  @Test
  func `A number has a record for each domain that lists it; no backend is needed`() async {
    let both = await TestConsole().run("explain 0 -o jsonl --fields domain,code,name,retryable")
    #expect(both.status == 0)
    #expect(both.errors.isEmpty)
    #expect(
      both.output == """
        {"domain":"com.nhncloud.iap","code":0,"name":"unknown","retryable":false}
        {"domain":"server","code":0,"name":"SUCCESS","retryable":false}
        {"domain":"exit","code":0,"name":null,"retryable":false}

        """)
    let one = await TestConsole().run("explain 0 --domain iap -o csv --fields domain")
    #expect(one.output == "domain\r\ncom.nhncloud.iap\r\n")
    let zeros = await TestConsole().run("explain 0106 --fields name --no-header")
    #expect(zeros.output == "alreadyInProgress\n")
  }

  @Test(arguments: [
    ("iap", ErrorDomain.iap), ("com.nhncloud.iap", .iap), ("com.toast.iap", .iap),
    ("http", .http), ("com.nhncloud.http", .http), ("com.toast.http", .http),
    ("server", .server), ("iapctl", .iapctl),
  ])
  func `A domain has a short name, the SDK's, and that of the old SDK`(
    _ name: String, _ domain: ErrorDomain
  ) throws {
    let inputs = try resolved(ExplainCommand.self, "explain 1 --domain \(name)")
    #expect(inputs.domain == domain)
    #expect(ExplainCommand.domain.specification.value?.kind.choices.contains(name) == true)
  }

  @Test(arguments: [["exit", "7"], ["exit 7"]])
  func `An exit status has its remedy, in quotes too`(_ words: [String]) async {
    let run = await TestConsole().run(
      words: ["explain"] + words + ["-o", "jsonl", "--fields", "domain,code,remedy"])
    #expect(
      run.output.hasPrefix(
        #"{"domain":"exit","code":7,"remedy":"neither grant nor revoke; settle it with: iapctl consume"#
      ),
      "\(run)")
    #expect(await TestConsole().run(words: ["explain", "exit 7", "7"]).status == 64)
  }

  @Test(arguments: [
    ("NHNCloudProductTypeConsumable", 1, "CONSUMABLE"),
    ("nhncloudproducttypeautorenewablesubscription", 2, "AUTO_RENEWABLE"),
    ("ToastProductTypeConsumableSubscription", 3, "CONSUMABLE_AUTO_RENEWABLE"),
    ("NHNCloudProductTypeUnknown", 0, "UNKNOWN"),
  ])
  func `A product type of the SDK is explained`(_ name: String, _ code: Int, _ type: String) async {
    let run = await TestConsole().run(
      words: ["explain", name, "-o", "jsonl", "--fields", "domain,code,name,meaning"])
    let prefix = #"{"domain":"productType","code":\#(code),"name":"\#(type)","meaning":""#
    #expect(run.output.hasPrefix(prefix), "\(run)")
    #expect(run.output.dropFirst(prefix.count).contains("\(type)"), "\(run)")
    #expect(await TestConsole().run(words: ["explain", name, "--domain", "iap"]).status == 3)
  }

  @Test
  func `A name is explained as the JSON error has it`() async {
    let own = await TestConsole().run(
      "explain paymentnotfound -o jsonl --fields domain,code,name,meaning,retryable --lang ko")
    #expect(
      own.output == """
        {"domain":"iapctl","code":null,"name":"paymentNotFound","meaning":"결제를 찾을 수 없음",\
        "retryable":false}

        """)
    let consumed = await TestConsole().run(
      "explain alreadyConsumed --domain com.nhncloud.iap -o jsonl --fields domain,code,name")
    #expect(
      consumed.output
        == #"{"domain":"com.nhncloud.iap","code":12,"name":"alreadyConsumed"}"# + "\n")
  }

  @Test
  func `Whether an own error is retryable agrees with its exit status`() {
    for code in ConsoleCode.allCases {
      let status = ExitStatus(of: .iapctl(code, .notConfirmed))
      #expect(code.row.isRetryable == status.isRetryable, "\(code)")
    }
  }

  @Test(arguments: Language.allCases)
  func `In csv only the meaning is translated`(_ language: Language) async {
    let row = IAPCode.paymentCancelled.row
    let run = await TestConsole().run(
      "explain 9 -o csv --no-header --fields meaning,name,remedy --lang \(language.rawValue)")
    #expect(run.output == "\(language.text(row.meaning)),paymentCancelled,\(row.remedy)\r\n")
  }

  @Test
  func `A table says in Korean when the error occurs and what to do; JSON says it in English`()
    async
  {
    let table = await TestConsole().run("explain 9 --fields when,remedy --lang ko")
    #expect(
      table.output == """
        when    사용자가 스토어 결제창을 닫은 경우. 금액은 청구되지 않았습니다.
        remedy  지급하지 마십시오. 사용자는 언제든지 다시 구매할 수 있습니다.

        """)
    for format in ["json", "jsonl"] {
      let line = "explain 9 --fields when,remedy -o \(format)"
      let korean = await TestConsole().run("\(line) --lang ko").output
      #expect(await TestConsole().run(line).output == korean)
    }
  }

  private static let ranges =
    "the listed codes are 0-18 (com.nhncloud.iap); 100-107 (com.nhncloud.http); 0, 1100, "
    + "2111-2112, 5000, 5018, 9999 (server); -5000208 to -5000201, -5000015 to -5000001, -4150001, "
    + "-4120201, -4100401, -4090004 to -4090001, -4060003 to -4060001, -4040401, -4040202 to "
    + "-4040201, -4010208, -4010204 to -4010202, -4010004 to -4010001, -4001002, -4000404 to "
    + "-4000402, -4000008 to -4000001, 5032 (gamebase)"

  @Test(arguments: [
    ("19", "code 19 is not listed in any domain", ranges),
    (
      "99999999999999999999", "code 99999999999999999999 is not listed in any domain", ranges
    ),
    ("7777 --domain server", "code 7777 is not listed in server", ranges),
    (
      "14 --domain http", "code 14 is not listed in com.nhncloud.http",
      "it is listed in com.nhncloud.iap (--domain iap)"
    ),
    (
      "0 --domain http", "code 0 is not listed in com.nhncloud.http",
      "it is listed in com.nhncloud.iap (--domain iap) and server (--domain server)"
    ),
    (
      "expird", "name 'expird' is not listed in any domain",
      "did you mean: iapctl explain expired"
    ),
    (
      "zzz", "name 'zzz' is not listed in any domain",
      "give the name as a JSON error has it in \"name\", for example paymentNotFound"
    ),
    ("exit 99", "iapctl does not exit with 99", "the exit statuses are in: iapctl help exit-codes"),
    (
      "unsettled --domain iap", "name 'unsettled' is not listed in com.nhncloud.iap",
      "it is listed in iapctl (--domain iapctl)"
    ),
  ])
  func `An unlisted code exits 3 with a hint`(_ words: String, _ message: String, _ hint: String)
    async
  {
    let run = await TestConsole().run("explain \(words)")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors == "iapctl: error: \(message)\nhint: \(hint)\n")
    let json = await TestConsole().run("explain \(words) -o json")
    #expect(json.errors.hasPrefix(#"{"error":{"name":"codeNotFound","domain":"iapctl","#))
  }

  @Test
  func `On a terminal long sentences are wrapped`() async {
    var console = TestConsole()
    console.columns = 40
    console.variables["NO_COLOR"] = "1"
    let run = await console.run("explain 9 --fields code,remedy")
    #expect(
      run.output == """
        code    9
        remedy  grant nothing; the user can buy
                again at any time

        """)
  }
}
