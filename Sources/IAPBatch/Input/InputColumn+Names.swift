package import IAPCore
import Text

/// Names of columns and keys in headers and JSON objects.
extension InputColumn {
  /// The column with this name in a header. Case, spaces, underscores and hyphens are ignored, and
  /// synonyms such as "market" are accepted.
  package init?(header: String) {
    let name = Self.folded(header)
    let isUser = Self.suffixes.contains {
      name.hasSuffix($0) && Self.byFoldedName[String(name.dropLast($0.count))] == .userID
    }
    guard let column = Self.byFoldedName[name] ?? (isUser ? .userID : nil) else { return nil }
    self = column
  }

  /// The column that an unknown key probably means, for "did you mean".
  init?(resembling key: String) {
    let folded = Self.folded(key)
    let isShort = folded.utf8.count <= Self.longestName
    let found =
      Self.byFoldedName[folded] ?? Self.foreign[folded] ?? Self.column(within: folded)
      ?? Self.column(ofWordsIn: key)
      ?? Self.all.first { isShort && EditDistance.isNear(folded, Self.folded($0.name)) }
    guard let found else { return nil }
    self = found
  }

  /// The column that a header probably means: one that resembles a name that people write, too, such as
  /// `usr` or `playr`. The user comes first, because an ignored user is compared with nothing.
  init?(probable header: String) {
    let name = Self.folded(header)
    let isLabel = Self.isLabel(name)
    if let column = InputColumn(resembling: header), !isLabel || column != .productIdentifier {
      self = column
      return
    }
    // Another syllable is another word, if there are only two or three.
    let isLong = name.count > 3 || name.utf8.count == name.count && name.utf8.count > 2
    let isNear = { (other: String) in
      isLong && name.utf8.count <= Self.longestName && EditDistance.isNear(name, Self.folded(other))
    }
    let isUser =
      Self.usersNames.contains { isNear($0) || name.hasPrefix(Self.folded($0)) }
      || Self.usersBeginnings.contains { name.hasPrefix($0) }
    let near = Self.synonyms.first { !isLabel && $0.names.contains(where: isNear) }
    let isCurrency = TypedAmount.isCode(name.uppercased())
    let column =
      isCurrency ? .price : Self.meanings[name] ?? (isUser ? .userID : near?.column)
    guard let column else { return nil }
    self = column
  }

  /// Whether a folded name is that of a text for people, such as `상품명`, which nothing can be compared with.
  static func isLabel(_ name: String) -> Bool {
    ["명", "名", "name", "title", "description"].contains(where: name.hasSuffix)
  }

  /// Whether iapctl writes this field in its own output, so that ignoring it needs no warning.
  package static func isWrittenBeside(_ name: String) -> Bool {
    writtenBeside.contains(folded(name))
  }

  /// Whether iapctl writes a field with exactly this name. What a person writes may mean something
  /// else by a similar name.
  static func isWritten(_ name: String) -> Bool { writtenNames.contains(name) }

  /// Fields of subscriptions, results and journal entries that are not input columns.
  private static let writtenNames: Set = [
    "isNew", "status", "renewTime", "referenceStatus", "claimedUserID", "outcome", "priorUnknown",
    "delivery", "attempts", "error",
    "action", "began",
    "ended", "operator", "host", "process", "profile", "origin", "server", "appKeyFingerprint",
    "note", "state", "consumed", rejection,
  ]

  /// The column in which a file of rejected rows has the reason of each.
  package static let rejection = "rejection"
  /// The keys that a single payment has besides. What they say is looked at.
  private static let ofSinglePayment = [
    "situation", "alsoTransactionOf", "hint", "commands", "sources", "timeline", "isConsumable",
  ]

  /// Whether it is a column of what `payment show` prints.
  static func isOfSinglePayment(_ name: String, among names: [String]) -> Bool {
    ofSinglePayment.contains(name) && ofSinglePayment.allSatisfy(names.contains)
  }

  private static let writtenBeside = Set((writtenNames + ofSinglePayment).map(folded))

  /// The keys that identify a journal entry. Its ticket belongs to an earlier run.
  static let ofJournal = ["action", "began"]

  /// The names of columns that people write, in the languages of the consoles.
  package static let synonyms: [(column: InputColumn, names: [String])] = [
    (
      .paymentSeq,
      [
        "payment", "paymentNumber", "paymentNo", "결제번호", "결제 ID", "결제No", "결제고유번호", "決済番号",
        "決済ID", "決済No", "支払番号", "課金番号",
      ]
    ),
    (.userID, ["userKey"] + usersNames),
    (.accessToken, ["token", "토큰", "トークン"]),
    (.storeCode, ["market", "marketID", "store", "마켓", "스토어", "ストア", "マーケット"]),
    (
      .productIdentifier,
      [
        "product", "productID", "item", "itemID", "SKU", "상품", "상품ID", "상품코드", "아이템", "商品", "商品ID",
        "商品コード", "アイテム",
      ]
    ),
    (
      .productName,
      ["itemName", "상품명", "아이템명", "商品名", "アイテム名"]
    ),
    (.productSeq, ["productNumber", "itemSeq", "상품번호", "商品番号"]),
    (.price, ["amount", "결제금액", "금액", "가격", "決済金額", "金額", "価格"]),
    (.currency, ["currencyCode", "통화", "화폐", "通貨"]),
    (
      .transactionIdentifier,
      [
        "transaction", "transactionID", "order", "orderID", "orderNo", "orderNumber", "주문번호",
        "거래번호", "거래ID",
        "注文番号", "取引番号", "取引ID",
      ]
    ),
    (
      .purchaseTime,
      ["time", "date", "purchaseDate", "구매일시", "결제일시", "결제일", "결제시간", "일시", "購入日時", "決済日時", "日時"]
    ),
    (.ticket, ["ticketNumber", "ticketID", "문의번호", "티켓", "문의 ID", "問い合わせ番号", "チケット"]),
  ]

  /// Names of the column of times that say nothing of the purchase.
  static let anyTimes: Set = ["time", "date", "일시", "日時"]

  /// The names of the column of users that people use. Each may have one of ``suffixes`` behind it:
  /// 'player ID', '유저 번호'.
  private static let usersNames = [
    "user", "uid", "player", "account", "customer", "사용자", "유저", "플레이어", "계정", "회원번호", "회원ID",
    "고객번호", "고객ID", "ユーザー", "プレイヤー", "アカウント", "会員", "顧客",
  ]
  private static let suffixes = ["id", "no", "번호", "番号"]
  /// What the name of a column of users begins with, beside ``usersNames``, or of one of their names.
  private static let usersBeginnings = [
    "회원", "고객", "아이디", "캐릭터id", "게임id", "멤버", "member", "buyer", "owner", "구매자", "購入者",
    "ゲームid", "お客様", "利用者",
  ]
  /// How the name of a column of amounts ends, in languages whose words end in their kind: '판매가', '支払額'.
  private static let pricesEndings = [
    "액", "가격", "판매가", "결제가", "정가", "단가", "額", "料金", "単価", "売上", "税込", "税抜",
  ]

  /// What headers probably mean that may mean something else, too.
  private static let meanings: [String: InputColumn] = [
    "id": .userID, "os": .storeCode, "platform": .storeCode, "플랫폼": .storeCode,
    "プラットフォーム": .storeCode, "paid": .price, "total": .price, "cost": .price, "値段": .price,
    "구매일": .purchaseTime, "주문일": .purchaseTime, "일자": .purchaseTime, "날짜": .purchaseTime,
    "購入日": .purchaseTime, "決済日": .purchaseTime, "日付": .purchaseTime, "paidat": .purchaseTime,
    "createdat": .purchaseTime, "제품": .productIdentifier, "영수증번호": .transactionIdentifier,
  ]
  /// Names that other programs have for a column, and that people may use for another one.
  private static let foreign: [String: InputColumn] = ["paymentid": .transactionIdentifier]

  private static let byFoldedName = Dictionary(
    (all.map { ($0.name, $0) } + synonyms.flatMap { column, names in names.map { ($0, column) } })
      .map {
        (folded($0.0), $0.1)
      },
    uniquingKeysWith: { first, _ in first })

  /// The column whose Korean or Japanese name is a part of a longer one: '실결제금액', '금액(원)'.
  private static func column(within folded: String) -> InputColumn? {
    if pricesEndings.contains(where: { folded.hasSuffix($0) }) { return .price }
    return byFoldedName.filter { name, _ in
      !name.utf8.allSatisfy { $0 < 0x80 } && folded.contains(name)
    }.max { ($0.key.count, $0.key) < ($1.key.count, $1.key) }?.value
  }

  /// Whether a folded name contains a name of the payment number: `정정결제번호`, `originalpaymentseq`.
  static func isOfPaymentNumbers(_ name: String) -> Bool {
    byFoldedName.contains { other, column in
      column == .paymentSeq && other.count > 2 && name.contains(other)
    }
  }

  /// The column of a longer English name, such as 'price_krw' and 'Total amount'.
  private static func column(ofWordsIn name: String) -> InputColumn? {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    if words.contains("token") { return .accessToken }
    if words.contains("currency") { return .currency }
    return words.contains { $0 == "price" || $0 == "amount" } ? .price : nil
  }

  /// The maximum length of a misspelt name: two letters more than the longest name.
  private static let longestName = 2 + (names.map(\.utf8.count).max() ?? 0)

  static func folded(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0 != "_"
            && $0 != "-" && $0 != "."
        }))
  }
}

extension StoreCode {
  /// The market that people call so, such as `구글`, `App Store` or `gg`; any other text is a code as it is.
  package init(named name: String) {
    let code = StoreCode(name)
    self = Self.known.contains(code) ? code : Self.named(InputColumn.folded(name)) ?? code
  }

  /// - Parameter name: folded. A name may have another one of the same market in parentheses: `GG(구글)`.
  private static func named(_ name: String) -> StoreCode? {
    if let market = byFoldedName[name] { return market }
    let parts = name.split { "()（）".contains($0) }.map(String.init)
    let markets = Set(parts.map { byFoldedName[$0] })
    return parts.count == 2 && markets.count == 1 ? markets.first ?? nil : nil
  }

  /// The names of markets that people write, beside their codes in any case.
  package static let names: [(market: StoreCode, names: [String])] = [
    (
      .appStore,
      [
        "App Store", "Apple", "iOS", "iPhone", "Apple App Store", "애플", "애플 앱스토어", "애플스토어",
        "앱스토어", "아이폰", "アップル", "アイフォン",
      ]
    ),
    (
      .googlePlay,
      [
        "Google", "GP", "Google Play", "Google Play Store", "Play Store", "Android", "안드로이드",
        "アンドロイド", "구글", "구글 플레이", "구글 플레이스토어", "구글 스토어", "플레이스토어", "グーグル", "Playストア",
        "Google Playストア",
      ]
    ),
    (.oneStore, ["ONE", "ONE store", "TS", "ONE스토어", "원스토어", "ワンストア"]),
    ("GALAXY", ["Galaxy Store", "Samsung", "갤럭시", "갤럭시 스토어", "삼성"]),
    ("AMAZON", ["Amazon Appstore", "아마존", "アマゾン"]),
    ("HUAWEI", ["화웨이", "ファーウェイ"]),
  ]

  private static let byFoldedName = Dictionary(
    (known.map { ($0.text, $0) } + names.flatMap { market, names in names.map { ($0, market) } })
      .map {
        (InputColumn.folded($0.0), $0.1)
      }, uniquingKeysWith: { first, _ in first })
}
