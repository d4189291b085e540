/// What Gamebase's guide says of its codes.
extension GamebaseCode {
  static let kindRows: [Kind: ErrorRow] = [
    .parameterType: ErrorRow(
      exit: 76, Meaning("Parameter of a wrong type", "파라미터 유형 오류", "パラメータの型の誤り"),
      when: "a parameter has another type than the documented one",
      remedy: "nothing was applied: check the values that were given"),
    .parameterMissing: ErrorRow(
      exit: 76, Meaning("Parameter missing or unsuitable", "필수 파라미터 누락 또는 부적절", "必須パラメータの不足または不適切"),
      when: "a required parameter is missing, empty or unsuitable",
      remedy: "nothing was applied: check the user, the payment number and the token"),
    .parameterUndefined: ErrorRow(
      exit: 76,
      Meaning("Undefined value in the request", "정의되지 않은 값이 요청에 있음", "定義されていない値がリクエストにある"),
      when: "the body of the request has a field that the API does not define",
      remedy: "nothing was applied: send only the documented fields"),
    .parameterTooLong: ErrorRow(
      exit: 76, Meaning("Parameter too long", "파라미터 길이 초과", "パラメータの長さ超過"),
      when: "a parameter is longer than the API allows",
      remedy: "nothing was applied: copy the user and the token again, without other text"),
    .contentType: ErrorRow(
      exit: 76, Meaning("Wrong Content-Type", "잘못된 Content-Type", "誤ったContent-Type"),
      when: "the header Content-Type is missing or is not JSON",
      remedy: "nothing was applied: check that no proxy changes the headers"),
    .json: ErrorRow(
      exit: 76, Meaning("Invalid JSON", "잘못된 형식의 JSON", "不正な形式のJSON"),
      when: "the body of the request is not JSON",
      remedy: "nothing was applied: check that no proxy changes the body"),
    .noSuchAPI: ErrorRow(
      exit: 76, Meaning("No such API or version", "정의되지 않은 API 또는 버전", "未定義のAPIまたはバージョン"),
      when: "the server has no such API, or not in this version",
      remedy: "nothing was applied: check that --url is the address of Gamebase's server API"),
    .product: ErrorRow(
      exit: 3, Meaning("Invalid Gamebase product", "잘못된 Gamebase 상품", "無効なGamebase商品"),
      when: "no such product is in Gamebase, or it is not valid",
      remedy: "check in the Gamebase console that the product is registered and in use"),
    .appID: ErrorRow(
      exit: 77, Meaning("Invalid app ID", "잘못된 앱 ID", "無効なアプリID"),
      when: "the app ID in the path is unknown",
      remedy: "copy the app ID from the Gamebase console, and give it with --app-id"),
    .appKey: ErrorRow(
      exit: 77, Meaning("Invalid app key", "잘못된 앱 키", "無効なAppKey"),
      when: "the app key of the Gamebase product is invalid",
      remedy: "check in the Gamebase console that the app ID is that of this product"),
    .notAuthenticated: ErrorRow(
      exit: 77, Meaning("Not authenticated", "인증되지 않은 클라이언트", "認証されていないクライアント"),
      when: "the call needs an authentication that it does not have",
      remedy: "give the secret key of the app with --secret-key-file PATH"),
    .secretKey: ErrorRow(
      exit: 77, Meaning("Invalid secret key", "잘못된 비밀 키", "無効なシークレットキー"),
      when: "the secret key is not that of the app",
      remedy:
        "copy the secret key from the Gamebase console, and give it with --secret-key-file PATH"),
    .loginToken: ErrorRow(
      exit: 77,
      Meaning("Invalid or expired access token", "유효하지 않거나 만료된 액세스 토큰", "無効または期限切れのアクセストークン"),
      when: """
        an access token is invalid or expired; probably that of a login, not that of a payment
        """,
      remedy: """
        check the secret key and the app ID first; if only some payments are refused, list them again \
        and use their new tokens
        """),
    .userBlocked: ErrorRow(
      exit: 4,
      Meaning("User banned, withdrawn or lost", "이용 정지, 탈퇴 또는 유실된 사용자", "利用停止、退会または紛失したユーザー"),
      when: "the user is banned, has withdrawn, or the account is lost",
      remedy: "grant nothing; look the user up in the Gamebase console (Member)"),
    .userUnknown: ErrorRow(
      exit: 4, Meaning("No such user", "존재하지 않는 사용자", "存在しないユーザー"),
      when: "no such user is in Gamebase, or the user has withdrawn",
      remedy: "check the user ID: it is Gamebase's own, not that of the login provider"),
    .notEnabled: ErrorRow(
      exit: 78, Meaning("Service not enabled", "활성화되지 않은 서비스", "有効化されていないサービス"),
      when: "the app has not enabled IAP, or not Gamebase itself",
      remedy: "enable Gamebase and IAP in the NHN Cloud console, or give another --app-id"),
    .otherEnvironment: ErrorRow(
      exit: 78, Meaning("Sandbox and real mixed up", "샌드박스와 리얼 환경이 뒤바뀜", "サンドボックスと実環境の取り違え"),
      when:
        "the address is that of the sandbox and the app that of the real environment, or vice versa",
      remedy: "give the address of the app's environment with --url"),
    .internalError: ErrorRow(
      exit: 69, Meaning("Internal error", "내부 시스템 오류", "内部システムエラー"),
      when: "an error inside Gamebase; a consume may have happened",
      remedy: """
        a query can be repeated; if a consume was sent, neither grant nor revoke before it is \
        settled with: iapctl consume PAYMENT_SEQ --resume
        """),
  ]
}
