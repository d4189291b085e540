import IAPCore
import Text

extension Korean {
  func text(_ origin: String, _ problem: IAPError.ServerProblem) -> ErrorText {
    switch problem {
    case .unresolved(let why):
      ErrorText(
        "\(origin): 서버에 연결할 수 없습니다: \(Self.phrases.text(why))",
        safeHint: "호스트 이름과 이 컴퓨터의 네임 서버(DNS)를 확인하십시오.")
    case .unreachable(let why):
      ErrorText(
        "\(origin): 서버에 연결할 수 없습니다: \(Self.phrases.text(why))",
        safeHint: "주소와 포트, 네트워크(방화벽, 프록시)를 확인한 뒤 다시 시도하십시오.")
    case .untrusted(let why):
      ErrorText(
        "\(origin): 신뢰할 수 없는 서버입니다: \(Self.phrases.text(why))",
        safeHint: """
          호스트 이름과 인증서, 이 컴퓨터의 시각을 확인하십시오. 신뢰할 다른 인증서는 SSL_CERT_FILE로 \
          지정할 수 있습니다.
          """)
    case .noAnswerInTime:
      ErrorText(
        "\(origin): 제한 시간 안에 응답이 없습니다.",
        safeHint: "다시 시도하십시오. 계속되면 --timeout을 늘리십시오.")
    case .answerCutOff(let why):
      ErrorText(
        "\(origin): 서버의 응답을 받지 못했습니다: \(Self.phrases.text(why))",
        safeHint: "네트워크를 확인한 뒤 다시 시도하십시오.")
    case .otherEnvironment(let code, let message):
      ErrorText(
        """
        \(origin): 앱의 환경(샌드박스 또는 리얼)이 이 서버와 다릅니다. 결과 코드 \(code)\
        \(message.map { ": \($0)" })
        """,
        hint: "요청을 보낸 주소는 \(origin)입니다. --url로 앱의 환경에 맞는 주소를 지정하십시오.")
    case .asksToWait(let end, let status):
      ErrorText(
        """
        \(origin): 서버가 \(end)까지 기다려 달라고 응답했습니다(HTTP 상태 \(status), Retry-After). \
        --timeout보다 긴 시간이므로 그때까지 아무것도 전송하지 않습니다.
        """, hint: "\(end) 이후에 명령을 다시 실행하십시오.")
    }
  }

  func sentence(_ problem: IAPError.URLProblem) -> Sentence {
    switch problem {
    case .invalidCharacter: "사용할 수 없는 문자가 있습니다."
    case .noScheme: "https://로 시작해야 합니다."
    case .scheme(let scheme): "스킴이 https가 아닙니다(\(scheme))."
    case .userName: "사용자 이름이 있습니다."
    case .path: "경로, 쿼리 또는 프래그먼트가 있습니다."
    case .noBracket: "']'가 없습니다."
    case .host: "호스트가 올바르지 않습니다."
    case .port: "포트가 올바르지 않습니다."
    case .plain: "http는 이 컴퓨터에만 사용할 수 있습니다. https를 사용하십시오."
    }
  }

  func sentence(_ kind: IAPError.IdentifierKind) -> Sentence {
    switch kind {
    case .user: "사용자"
    case .product: "상품"
    case .payment: "결제 번호"
    }
  }

  /// Why an option does not work with an API.
  func sentence(_ lack: IAPError.Lack) -> Sentence {
    switch lack {
    case .usersTogether: "사용자를 한 명씩만 조회할 수 있습니다."
    case .productIdentifiers: "상품 ID 없이 상품 고유 번호만 조회됩니다."
    case .purchaseTimes: "구매 시간을 제공하지 않습니다."
    case .transactions: "주문 번호를 제공하지 않습니다."
    case .inactiveSubscriptions: "활성화된 구독만 조회됩니다."
    case .statuses: "구독 상태를 제공하지 않습니다."
    case .markets: "마켓 목록을 조회할 수 없습니다."
    case .paymentsByNumber: "결제 번호로 결제를 완료하는 호출이 없습니다."
    case .subscriptionsOnHold: "보류 중인 구독을 조회할 수 없습니다."
    }
  }

  func sentence(_ alternative: IAPError.Alternative) -> Sentence {
    switch alternative {
    case .fixtureStore: "픽스처 저장소를 사용하십시오: --store PATH"
    case .fixtureAPI:
      """
      --store PATH로 픽스처 저장소를 지정하거나, --api fixture로 'iapctl serve' 서버를 사용하십시오.
      """
    case .serviceAPI: "다음을 사용하십시오: --api service"
    case .serviceAPIWithPackage: "다음을 사용하십시오: --api service --package NAME"
    case .gamebaseAPI: "Gamebase를 사용하는 게임에서만 가능합니다: --api gamebase"
    case .numbers: "--app-seq N으로 앱 번호를 지정하거나, --product에 상품 고유 번호를 지정하십시오."
    case .paymentsByTime:
      """
      IAP 콘솔(Transaction 탭)에서 구매 시간을 조회한 뒤 소비할 결제 번호를 지정하십시오: iapctl consume \
      PAYMENT_SEQ --user ID
      """
    case .storeReferenceKey:
      """
      IAP 콘솔의 Transaction 탭에서 Store Reference Key로 결제를 조회한 뒤 결제 번호를 지정하십시오: \
      iapctl consume PAYMENT_SEQ --user ID
      """
    case .listsAndConsole:
      """
      미소비 결제는 'iapctl unconsumed --user ID', iapctl로 소비한 결제는 'iapctl journal list'로 \
      조회하십시오. 모든 결제는 IAP 콘솔(Transaction 탭)에서만 조회할 수 있습니다.
      """
    }
  }

  func remedy(_ library: IAPError.Library) -> Sentence {
    switch library {
    case .curl:
      "설치하십시오: 'apt-get install libcurl4'. 픽스처 저장소에는 라이브러리가 필요하지 않습니다."
    case .microHTTPD:
      """
      GNU libmicrohttpd를 설치하십시오: 'apt-get install libmicrohttpd12' 또는 'brew install \
      libmicrohttpd'
      """
    case .postgres:
      "libpq를 설치하십시오: 'apt-get install libpq5' 또는 'brew install libpq'"
    }
  }

  var hostOfThisMachine: Sentence { "이 컴퓨터의 주소를 지정하십시오. 예: 127.0.0.1, ::1" }

  func text(status: Int) -> ErrorText {
    switch status {
    case 401: ErrorText("앱 키가 거부되었습니다(HTTP 상태 401).", safeHint: checkKey)
    case 403: ErrorText(answered(status), safeHint: checkKey)
    case 429, 503: ErrorText(answered(status), safeHint: "1분 정도 기다린 뒤 다시 시도하십시오.")
    case 300..<500: ErrorText(answered(status), safeHint: "URL을 확인하십시오.")
    default:
      ErrorText(
        answered(status),
        safeHint: "나중에 다시 시도하십시오. 계속되면 서버 운영자에게 문의하십시오.")
    }
  }

  private func answered(_ status: Int) -> Sentence {
    "서버가 오류로 응답했습니다(HTTP 상태 \(status))."
  }

  private var checkKey: Sentence {
    "앱 키를 확인하십시오. 앱 키의 출처는 'iapctl config show'로 확인할 수 있습니다."
  }
}
