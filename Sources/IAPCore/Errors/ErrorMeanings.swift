/// A language of the error meanings.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"
  case japanese = "ja"
}

/// The meaning of an error code in every language. The Korean wording is the most precise.
package struct Meaning: Sendable {
  private let english: String
  private let korean: String
  private let japanese: String

  init(_ english: String, _ korean: String, _ japanese: String) {
    (self.english, self.korean, self.japanese) = (english, korean, japanese)
  }

  package subscript(language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    case .japanese: japanese
    }
  }
}

extension IAPCode {
  /// The meaning that the SDK's guide gives.
  package var meaning: Meaning {
    switch self {
    case .unknown: Meaning("Unknown", "알 수 없음", "不明")
    case .notInitialized: Meaning("Not Initialized", "초기화 하지 않음", "初期化しない")
    case .storeNotAvailable: Meaning("Store is unavailable", "스토어 사용 불가", "ストア使用不可")
    case .productNotAvailable:
      Meaning("Failed to get product information", "상품 정보 획득 실패", "商品情報取得に失敗")
    case .productInvalid:
      Meaning(
        "Inconsistency of IDs between original payment and current product",
        "원결제의 상품 아이디와 현재 상품 아이디 불일치", "元決済の商品IDと現在の商品IDが不一致")
    case .alreadyOwned: Meaning("Product is already owned", "이미 소유한 상품", "すでに所有している商品")
    case .alreadyInProgress:
      Meaning("Request is already processing", "이미 진행중인 요청 있음", "すでに進行中の要請あり")
    case .userInvalid:
      Meaning(
        "Inconsistency of IDs between current user and paid user",
        "현재 사용자 아이디가 결제 사용자 아이디와 불일치", "現在のユーザーIDが決済ユーザーIDと不一致")
    case .paymentInvalid:
      Meaning(
        "Failed to get further payment information (ApplicationUsername)",
        "결제 추가정보(ApplicationUsername) 획득 실패", "決済追加情報(ApplicationUsername)取得失敗")
    case .paymentCancelled: Meaning("Store payment cancelled", "스토어 결제 취소", "ストア決済キャンセル")
    case .paymentFailed: Meaning("Store payment failed", "스토어 결제 실패", "ストア決済失敗")
    case .verifyFailed: Meaning("Receipt verification failed", "영수증 검증 실패", "領収書検証失敗")
    case .changePurchaseStatusFailed:
      Meaning("Change of purchase status failed", "구매 상태 변경 실패", "購入状態変更失敗")
    case .purchaseStatusInvalid:
      Meaning("Unavailable to purchase", "구매 진행 불가 상태", "購入進行不可状態")
    case .expired: Meaning("Subscription expired", "구독 만료", "購読満了")
    case .renewalPaymentNotFound:
      Meaning(
        "Renewal payment information not found in receipt",
        "영수증내에 갱신 결제와 일치하는 결제 정보가 없음", "領収書内に更新決済と一致する決済情報がない")
    case .restoreFailed: Meaning("Failed to restore", "복원 실패", "復元に失敗しました")
    case .paymentNotAvailable:
      Meaning(
        "Status of purchase inoperative (e.g. setting purchase restrictions in app)",
        "구매 진행 불가 상태 (e.g. 앱 내 구입 제한 설정)", "購入不可状態(e.g.アプリ内での購入制限設定)")
    case .purchaseLimitExceeded:
      Meaning("Monthly purchase limit exceeded", "월 구매 한도 초과", "月購入限度超過")
    }
  }
}

extension HTTPCode {
  /// The meaning that the SDK's guide gives.
  package var meaning: Meaning {
    switch self {
    case .networkNotAvailable:
      Meaning("Network is unavailable", "네트워크 사용 불가", "ネットワーク使用不可")
    case .requestFailed:
      Meaning(
        "HTTP Status Code is not 200 or can not read request",
        "HTTP Status Code 가 200이 아니거나 서버에서 요청을 제대로 읽지 못함",
        "HTTPステータスコードが200でないか、要求を読み取れない")
    case .requestTimeout: Meaning("Timeout", "타임아웃", "タイムアウト")
    case .requestInvalid: Meaning("Request is invalid", "잘못된 요청 (파라미터 오류 등)", "要請の誤り")
    case .urlInvalid: Meaning("URL is invalid", "URL 오류", "URLの誤り")
    case .responseInvalid: Meaning("Response is invalid", "서버 응답 오류", "応答の誤り")
    case .alreadyInProgress:
      Meaning("Request is already in progress", "동일 요청 이미 수행중", "要請がすでに進行中")
    case .requiresSecureConnection:
      Meaning(
        "Do not set Allow Arbitrary Loads", "Allow Arbitrary Loads 미설정",
        "Allow Arbitrary Loadsを設定しない")
    }
  }
}

extension ServerCode {
  /// The meaning of the result code. Some Korean and Japanese texts are not from the server's
  /// guide, which lacks them.
  package var meaning: Meaning {
    switch self {
    case .success: Meaning("Success", "성공", "成功")
    case .invalidParameters: Meaning("Invalid parameters", "잘못된 파라미터", "パラメータの誤り")
    case .contentTypeNotSupported:
      Meaning("Content-Type is not supported", "지원하지 않는 Content-Type", "サポートされないContent-Type")
    case .methodNotSupported:
      Meaning("HTTP method is not supported", "지원하지 않는 HTTP Method", "サポートされないHTTPメソッド")
    case .consumeFailed: Meaning("Failed to consume", "소비 실패", "消費に失敗")
    case .alreadyConsumed: Meaning("Already consumed", "이미 소비된 결제", "すでに消費された決済")
    case .unknown: Meaning("Unknown error", "알 수 없는 오류", "不明なエラー")
    }
  }
}

extension IAPError {
  /// The meaning that the SDK's guide gives; nil for iapctl's own errors, which it does not list.
  package var meaning: Meaning? {
    switch code {
    case .iap(let code): code.meaning
    case .http(let code): code.meaning
    case .iapctl: nil
    }
  }
}
