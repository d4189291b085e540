import CommandLine
import IAPCore
import IAPRemote
import Text

/// The messages in Korean. A particle never follows a value, because its form depends on the word
/// before it: values stand behind a colon, in brackets or before a noun.
struct Korean: MessageTable {
  func text(of error: IAPError) -> ErrorText {
    switch error.reason {
    case .marketSwitchedOff(let market):
      ErrorText(
        "마켓 \(market): 사용하지 않도록 설정되어 있습니다.", hint: "--market으로 다른 마켓을 지정하십시오.")
    case .productsUnlisted(let numbers, let count):
      ErrorText(
        """
        아이템 목록에 없는 상품의 결제 \(count)건은 --product와 비교하지 못했습니다. productSeq: \
        \(numbers.isEmpty ? "알 수 없음" : Sentence("\(list: numbers)"))
        """,
        hint: """
          찾는 상품이라면 상품 고유 번호를 지정하십시오: --product \(numbers.first ?? 0). 아이템 목록에는 \
          --app-seq로 지정한 앱의 마켓 상품만 있습니다.
          """)
    case .product(let product, let problem): text(product, problem)
    case .user(let user, let problem): ErrorText(sentence(user, problem))
    case .payment(let payment, let problem): text(payment, problem)
    case .receipt(let transaction, let problem): ErrorText(sentence(transaction, problem))
    case .fault(let operation):
      ErrorText(
        "픽스처 저장소의 모의 장애로 '\(operation)' 작업이 실패했습니다\(meaning(of: error)).")
    case .answerLost(let operation):
      ErrorText(
        "픽스처 저장소가 '\(operation)' 작업을 적용했지만, 모의 장애로 응답을 받지 못했습니다.")
    case .clockBack(let to, let from):
      ErrorText(
        "저장소의 시계는 되돌릴 수 없습니다. 현재 시각: \(from), 지정한 시각: \(to)",
        hint: "더 늦은 시각을 지정하거나 저장소를 새로 만드십시오: iapctl store init PATH")
    case .clockOutOfRange(let from, let period):
      ErrorText(
        "저장소의 시계가 9999년을 넘게 됩니다. 현재 시각: \(from), 더할 기간: \(period)",
        hint: "더 짧은 기간을 지정하십시오.")
    case .clockFollowsRealTime(let path):
      ErrorText(
        "\(path): 실제 시간을 따르는 저장소입니다.",
        hint: """
          --now로 시계를 한 번 설정하십시오(예: --now +1d). 그러면 시계가 멈추고, 'iapctl store \
          advance'로 앞으로 옮길 수 있습니다.
          """)
    case .seed(let place, let problem): seed("\(place): \(sentence(problem))", error.code)
    case .seedFile(let path, let place, let problem):
      seed("\(input(path)): \(place): \(sentence(problem))", error.code)
    case .file(let path, let problem): text(path, problem, error.code)
    case .input(let path, let problem): text(input(path), problem)
    case .argumentsRounded(let zeros, let count):
      text("명령줄의 인수", .numbersRounded(ending: zeros, of: count))
    case .temporaryFileNotWritten(let why):
      ErrorText("임시 파일에 쓸 수 없습니다: \(why)", hint: checkDisk)
    case .journal(let name, let problem): text(name, problem)
    case .server(let origin, let problem): text(origin, problem)
    case .urlRefused(let url, let setting, let problem, _):
      ErrorText(
        "\(setting): URL '\(url)' 값이 올바르지 않습니다: \(sentence(problem))",
        hint: error.code == .http(.requiresSecureConnection)
          ? "https://로 시작하는 URL을 지정하십시오. 예: \(ServerURL.usual)"
          : "스킴, 호스트, 포트만 지정하십시오. 예: \(ServerURL.usual)")
    case .noKey(let credential):
      ErrorText(
        "\(name(credential))가 지정되지 않았습니다.",
        hint: """
          다음 중 하나로 지정하십시오: --\(credential.fileOption.specification.name) PATH, \
          \(credential.variable), 프로필의 \(credential.fileKey)
          """)
    case .keyInvalid(let credential, let setting):
      ErrorText(
        """
        \(setting): \(name(credential))가 올바르지 않습니다. 비어 있거나 공백 등 사용할 수 없는 문자가 \
        있습니다.
        """,
        hint: "콘솔에서 \(name(credential))를 다시 복사하십시오.")
    case .noAppID:
      ErrorText(
        "앱 ID가 지정되지 않았습니다.",
        hint: "--app-id ID, \(Variables.appID) 또는 프로필의 appId로 Gamebase 앱 ID를 지정하십시오.")
    case .noAppSeq:
      ErrorText(
        "앱 번호(appSeq)가 지정되지 않았습니다.",
        hint: "--app-seq N 또는 프로필의 appSeq로 앱 번호를 지정하십시오.")
    case .noPackage(let market, let offered):
      ErrorText(
        "마켓 \(market): 패키지가 지정되지 않았습니다.",
        hint: offered.map {
          "아이템 목록에 있는 패키지를 지정하십시오: --package \(market)=\($0)"
        } ?? "--package NAME 또는 프로필의 packageName, packageNames로 지정하십시오.")
    case .identifierTooLong(let kind, let count, let limit):
      ErrorText(
        "\(sentence(kind)): \(count)바이트로, 한도인 \(limit)바이트를 넘습니다.",
        hint: "다른 내용이 섞이지 않게 원본에서 다시 복사하십시오.")
    case .statusNotOK(let status): text(status: status)
    case .answerNotDocumented(let what):
      ErrorText(
        "응답이 문서에 정의된 형식이 아닙니다: \(what)",
        safeHint: "URL이 IAP 서버의 것인지, 프록시가 대신 응답하지 않는지 확인하십시오.")
    case .serverSaid(let code, let message):
      ErrorText(
        """
        서버가 \(error.outcome == .unknown ? "오류로 응답했습니다" : "요청을 거부했습니다" as Sentence)\
        \(meaning(of: error)). 결과 코드 \(code)\(message.map { ": \($0)" })
        """)
    case .notInAPI(let operation, let api, let alternative):
      ErrorText(
        """
        API '\(api)'에는 '\(operation)' 호출이 없습니다.\
        \(operation == "purchase" ? " 실제 결제는 사용자의 기기에서 시작됩니다." : nil)
        """, hint: sentence(alternative))
    case .optionNotInAPI(let option, let api, let why, let alternative):
      ErrorText(
        "\(api) API에서는 \(option) 옵션을 사용할 수 없습니다. \(sentence(why))",
        hint: sentence(alternative))
    case .outage(let count):
      ErrorText(
        "최근 소비 요청 \(count)건의 결과를 모두 알 수 없습니다. 나머지는 전송하지 않았습니다.",
        hint: """
          서비스가 다시 응답하면 --resume으로 명령을 다시 실행하십시오. 알 수 없는 결과를 확정하고 \
          나머지를 전송합니다.
          """)
    case .askedToWait(let time):
      ErrorText(
        """
        서버가 \(time.components.seconds / 60)분 동안 '나중에 다시 시도'(HTTP 429)로만 응답하고 요청을 \
        하나도 받지 않았습니다. 나머지는 전송하지 않았습니다.
        """, hint: "몇 분 기다린 뒤 --resume으로 명령을 다시 실행하십시오. 나머지를 전송합니다.")
    case .change(let problem): text(problem)
    case .rehearsal(let problem): text(problem)
    case .usage(let message, let hint):
      ErrorText(Sentence(verbatim: message), hint: hint.map { Sentence(verbatim: $0) })
    case .resultsUnread: ErrorText("결과를 읽는 쪽에서 파이프를 닫았습니다.")
    case .outputFailed(let why, let done):
      ErrorText(
        "표준 출력에 쓸 수 없습니다: \(why)\(done.map { ". 그 전에 처리한 내용: \($0)" })",
        hint: done == nil ? nil : "명령을 다시 실행하기 전에 처리된 내용을 확인하십시오.")
    case .notConfirmed:
      ErrorText(
        "확인을 받지 못해 실행하지 않았습니다. 소비된 결제는 없습니다.",
        hint: "--dry-run으로 미리 확인한 뒤 --yes로 실행하십시오.")
    case .profileChecksFailed(let count):
      ErrorText("실패한 검사: \(count)건", hint: "해결 방법대로 조치한 뒤 명령을 다시 실행하십시오.")
    case .changeNotConfirmed:
      ErrorText(
        "확인을 받지 못해 실행하지 않았습니다. 변경된 것은 없습니다.",
        hint: "터미널에서 확인하거나 --yes로 실행하십시오.")
    case .nothingFound(let list): ErrorText(text(.empty(list)))
    case .codeNotListed(let code, let domain):
      ErrorText(
        """
        \(domain.map { "도메인 \($0.text)에" } ?? "어느 도메인에도" as Sentence) 없는 \
        \(codeOrName(code))
        """,
        hint: whereListed(code, notIn: domain))
    case .stopped(let signal): ErrorText(sentence(signal: signal))
    case .libraryMissing(let library, let name, let why):
      ErrorText("\(name): 라이브러리를 불러올 수 없습니다: \(why)", hint: remedy(library))
    case .cannotListen(let address, let why):
      ErrorText(
        "\(address): 이 주소에서 서버를 시작할 수 없습니다: \(why)",
        hint: "다른 --port를 지정하십시오. 0이면 사용하지 않는 포트를 선택합니다.")
    case .hostInvalid(let host, let why):
      ErrorText("호스트 '\(host)' 값이 올바르지 않습니다: \(why)", hint: hostOfThisMachine)
    case .hostElsewhere(let host, let why):
      ErrorText("호스트 '\(host)': 이 컴퓨터의 주소가 아닙니다: \(why)", hint: hostOfThisMachine)
    case .programNotStarted(let name, let why, let isMissing):
      ErrorText(
        "'\(name)': 실행할 수 없습니다: \(why)",
        hint: isMissing
          ? """
          프로그램의 경로나 PATH에 있는 이름을 지정하십시오. 셸 명령줄을 실행하려면 이렇게 쓰십시오: -- \
          sh -c 'LINE'
          """ : nil)
    case .outOfFiles(let what):
      ErrorText(
        "열린 파일이 너무 많아 더 열 수 없습니다: \(sentence(what))",
        hint: "한도를 올린 뒤 다시 실행하십시오: ulimit -n 1024")
    case .outOfDescriptors(let limit):
      ErrorText(
        "서버의 소켓을 열 수 없습니다. 이미 열린 파일이 \(limit)개입니다.",
        hint: "iapctl을 시작한 프로그램이 파일을 열어 두었습니다. 그 프로그램에서 파일을 닫으십시오.")
    case .outOfThreads:
      ErrorText(
        "요청이나 서버에 필요한 스레드를 시작할 수 없습니다.",
        hint: "프로세스(ulimit -u)와 메모리(ulimit -v)의 한도를 올린 뒤 다시 실행하십시오.")
    case .outOfMemory(let path):
      ErrorText(
        "\(path): 메모리가 부족합니다.",
        hint: "메모리 한도(ulimit -v)를 올린 뒤 다시 실행하십시오.")
    case .bug(let what):
      ErrorText("iapctl의 버그입니다: \(what)", hint: "명령줄과 함께 신고해 주십시오.")
    }
  }

  /// The phrase of the SDK's guide for a code, if the sentence itself says nothing of it: `: 구매 상태
  /// 변경 실패`.
  private func meaning(of error: IAPError) -> Sentence? {
    error.meaning.map { ": \(Sentence(stringLiteral: $0[.korean]))" }
  }

  func repeated(_ message: Sentence, _ count: Int) -> Sentence {
    "같은 오류 \(count)건: \(message)"
  }

  func examples(_ message: Sentence, _ payments: [Identifier], of count: Int) -> Sentence {
    let end: Sentence? = message.text.hasSuffix(".") ? nil : "."
    let more: Sentence? = count > payments.count ? " 등" : nil
    return "\(message)\(end) 결제 번호: \(list: payments)\(more)"
  }

  func text(_ notice: RemoteNotice) -> Sentence {
    switch notice {
    case .appStopped(let app):
      "앱 \(app): 사용하지 않는 상태(appUsingStatus STOP)이므로 활성화된 상품이 없습니다."
    case .productIdentifiersMissing(let error):
      "앱의 아이템 목록을 읽을 수 없어 상품 ID를 표시하지 못했습니다: \(text(of: error).message)"
    case .marketWithoutPackage(let market, let offered?):
      """
      마켓 \(market): 패키지가 지정되지 않아 제외했습니다. 아이템 목록에 있는 패키지를 지정하십시오: \
      --package \(market)=\(offered)
      """
    case .marketWithoutPackage(let market, nil):
      """
      마켓 \(market): 패키지가 지정되지 않아 제외했습니다. 패키지를 지정하십시오: --package \
      \(market)=NAME
      """
    }
  }

  func incomplete(without market: StoreCode, _ error: Sentence) -> Sentence {
    "목록의 일부가 누락되었습니다. 마켓 \(market): \(error)"
  }

  func unanswered(_ error: Sentence) -> Sentence { "요청에 응답하지 못했습니다: \(error)" }

  func remedy(of error: IAPError) -> Sentence {
    Sentence(verbatim: Language.korean.help.text(error.row.remedy))
  }

  var checkOutcome: Sentence { "처리되었을 수 있습니다. 다시 실행하기 전에 결과를 확인하십시오." }
  var repeatCommand: Sentence { "적용된 것은 없습니다. 명령을 다시 실행하십시오." }
}
