import IAPCore
import Languages
import TestSupport
import Testing

struct ErrorMeaningsTests {
  @Test(arguments: Language.allCases)
  func `Every code has a meaning of its own`(language: Language) {
    let iap = IAPCode.allCases.map { language.text($0.meaning) }
    let http = HTTPCode.allCases.map { language.text($0.meaning) }
    let server = ServerCode.allCases.map { language.text($0.meaning) }
    #expect(!(iap + http + server).contains(""))
    #expect(Set(server).count == ServerCode.allCases.count)
    #expect(Set(iap).count == IAPCode.allCases.count)
    #expect(Set(http).count == HTTPCode.allCases.count)
  }

  @Test(arguments: [
    (IAPCode.unknown, "Unknown"), (.storeNotAvailable, "Store is unavailable"),
    (.productNotAvailable, "Failed to get product information"),
    (.productInvalid, "Inconsistency of IDs between original payment and current product"),
    (.alreadyOwned, "Product is already owned"),
    (.alreadyInProgress, "Request is already processing"),
    (.userInvalid, "Inconsistency of IDs between current user and paid user"),
    (.paymentCancelled, "Store payment cancelled"),
    (.verifyFailed, "Receipt verification failed"),
    (.changePurchaseStatusFailed, "Change of purchase status failed"),
    (.purchaseStatusInvalid, "Unavailable to purchase"), (.expired, "Subscription expired"),
    (.renewalPaymentNotFound, "Renewal payment information not found in receipt"),
    (.restoreFailed, "Failed to restore"),
    (.purchaseLimitExceeded, "Monthly purchase limit exceeded"),
  ])
  func `The English meanings are those of the guide`(code: IAPCode, meaning: String) {
    #expect(code.meaning.text == meaning)
  }

  @Test(arguments: [
    (IAPCode.unknown, "알 수 없음"), (.notInitialized, "초기화 하지 않음"),
    (.storeNotAvailable, "스토어 사용 불가"), (.productNotAvailable, "상품 정보 획득 실패"),
    (.productInvalid, "원결제의 상품 아이디와 현재 상품 아이디 불일치"), (.alreadyOwned, "이미 소유한 상품"),
    (.userInvalid, "현재 사용자 아이디가 결제 사용자 아이디와 불일치"), (.paymentCancelled, "스토어 결제 취소"),
    (.changePurchaseStatusFailed, "구매 상태 변경 실패"), (.purchaseStatusInvalid, "구매 진행 불가 상태"),
    (.expired, "구독 만료"), (.renewalPaymentNotFound, "영수증내에 갱신 결제와 일치하는 결제 정보가 없음"),
    (.paymentNotAvailable, "구매 진행 불가 상태 (e.g. 앱 내 구입 제한 설정)"),
    (.purchaseLimitExceeded, "월 구매 한도 초과"),
  ])
  func `The Korean meanings are those of the guide`(code: IAPCode, meaning: String) {
    #expect(Language.korean.text(code.meaning) == meaning)
  }

  @Test(arguments: [
    (IAPCode.unknown, "不明"), (.notInitialized, "初期化しない"), (.storeNotAvailable, "ストア使用不可"),
    (.productNotAvailable, "商品情報取得に失敗"), (.productInvalid, "元決済の商品IDと現在の商品IDが不一致"),
    (.alreadyOwned, "すでに所有している商品"), (.alreadyInProgress, "すでに進行中の要請あり"),
    (.userInvalid, "現在のユーザーIDが決済ユーザーIDと不一致"), (.verifyFailed, "領収書検証失敗"),
    (.changePurchaseStatusFailed, "購入状態変更失敗"), (.expired, "購読満了"),
    (.renewalPaymentNotFound, "領収書内に更新決済と一致する決済情報がない"), (.restoreFailed, "復元に失敗しました"),
    (.purchaseLimitExceeded, "月購入限度超過"),
  ])
  func `The Japanese meanings are those of the guide`(code: IAPCode, meaning: String) {
    #expect(Language.japanese.text(code.meaning) == meaning)
  }

  @Test(arguments: [
    (HTTPCode.networkNotAvailable, "Network is unavailable", "네트워크 사용 불가", "ネットワーク使用不可"),
    (.requestTimeout, "Timeout", "타임아웃", "タイムアウト"),
    (.requestInvalid, "Request is invalid", "잘못된 요청 (파라미터 오류 등)", "要請の誤り"),
    (.urlInvalid, "URL is invalid", "URL 오류", "URLの誤り"),
    (.responseInvalid, "Response is invalid", "서버 응답 오류", "応答の誤り"),
    (.alreadyInProgress, "Request is already in progress", "동일 요청 이미 수행중", "要請がすでに進行中"),
    (
      .requiresSecureConnection, "Do not set Allow Arbitrary Loads", "Allow Arbitrary Loads 미설정",
      "Allow Arbitrary Loadsを設定しない"
    ),
  ])
  func `The meanings of the HTTP codes are those of the guide`(
    code: HTTPCode, english: String, korean: String, japanese: String
  ) {
    #expect(code.meaning.text == english)
    #expect(Language.korean.text(code.meaning) == korean)
    #expect(Language.japanese.text(code.meaning) == japanese)
  }

  @Test
  func `The meanings of the server's codes exist in three languages`() {
    let meaning = ServerCode.alreadyConsumed.meaning
    #expect(meaning.text == "Already consumed")
    #expect(Language.korean.text(meaning) == "이미 소비된 결제")
    #expect(Language.japanese.text(meaning) == "すでに消費された決済")
  }

  @Test
  func `An error has the meaning of its code; codes of iapctl have none`() {
    let iap = IAPError.iap(.expired, .notConfirmed)
    let http = IAPError(.http(.requestTimeout), .notConfirmed)
    #expect(iap.meaning?.text == "Subscription expired")
    #expect(http.meaning.map(Language.korean.text) == "타임아웃")
    #expect(IAPError.iapctl(.bug, .notConfirmed).meaning == nil)
  }
}
