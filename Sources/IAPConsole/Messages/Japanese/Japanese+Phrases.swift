extension Japanese {
  /// The phrases of other targets.
  static let phrases = Phrases([
    ("{1}, or one for each market, such as AS={2}", "{1}、またはマーケット別の値(例: AS={2})"),
    ("a whole number of at least {1}", "{1}以上の整数"),
    ("a whole number from {1} to {2}", "{1}から{2}までの整数"),
    ("one of {1}", "次のいずれか: {1}"),
    ("a key: {1}", "次のキーのいずれか: {1}"),
    ("the value of the header, such as 2", "ヘッダーの値(例: 2)"),
    ("a text", "テキスト"),
    ("a name; it must not be empty", "空でない名前"),
    ("a market code, such as AS", "マーケットコード(例: AS)"),
    (
      """
      an instant of RFC 3339 such as 2026-01-01T00:00:00Z, a day such as 2026-01-31, or a \
      duration with a plus sign such as +1d or +P1M
      """,
      "RFC 3339の日時(例: 2026-01-01T00:00:00Z)、日付(例: 2026-01-31)、またはプラス記号付きの期間(例: +1d、+P1M)"
    ),
    ("a version of the SDK, such as 1.7.0", "SDKのバージョン(例: 1.7.0)"),
    (
      "a duration of at most 1000 years, such as 90s, 15m, 12h, 30d, or ISO 8601 such as P1M",
      "1000年以下の期間(例: 90s、15m、12h、30d、ISO 8601のP1M)"
    ),
    ("a number of seconds above 0, at most 86400", "0より大きく86400以下の秒数"),
    ("a list of different field names separated by commas", "カンマ区切りの、重複のないフィールド名"),
    ("a payment number or an order number", "決済番号または注文番号"),
    ("a payment number, which is made of digits", "数字だけの決済番号"),
    (
      "an amount of at most 18 digits before the point and 12 after it, such as 1.99",
      "小数点の前が18桁以下、後が12桁以下の金額(例: 1.99)"
    ),
    ("a currency code of three capital letters, such as KRW", "大文字3文字の通貨コード(例: KRW)"),
    (
      "a number a second, such as 5/s or 0.5/s, at most 100000/s",
      "1秒あたりの回数(例: 5/s、0.5/s)。100000/s以下"
    ),
    (
      """
      a time: a duration ago (90s, 15m, 12h, 30d, P1M), a day such as 2026-01-31, or an \
      instant
      """,
      "時点: 期間前(90s、15m、12h、30d、P1M)、日付(例: 2026-01-31)、または日時"
    ),
    ("0s, or a duration of at most a day, such as 90s or 5m", "0s、または1日以下の期間(例: 90s、5m)"),
    ("the path of a file, or {1}", "ファイルのパス、または{1}"),
    (
      """
      a URL that begins with postgresql:// and has no password in it (put passwords into \
      ~/.pgpass)
      """,
      "postgresql://で始まり、パスワードを含まないURL(パスワードは~/.pgpassに保存)"
    ),
    (
      "a column of iapctl and its name in the file, such as user=player",
      "iapctlの列とファイルでの名前(例: user=player)"
    ),
    ("PAYMENT_SEQ, or --all, or --from FILE", "PAYMENT_SEQ、--allまたは--from FILE"),
    ("a time of at most an hour, such as 5s, 200ms or 2m", "1時間以下の時間(例: 5s、200ms、2m)"),
    (
      "the name of a case, such as consume[1]:lost; the disruptions are {1}",
      "ケースの名前(例: consume[1]:lost)。模擬障害: {1}"
    ),
    ("a code or a name of an error", "エラーのコードまたは名前"),
    ("a host name or an address", "ホスト名またはアドレス"),
    ("it is longer than {1} bytes", "{1}バイトを超えています"),
    ("its header is too long", "ヘッダーが長すぎます"),
    ("it sent data before the request", "リクエストの前にデータを送信しました"),
    ("the answer ends in its header", "応答がヘッダーの途中で終わりました"),
    (
      "the connection was closed; the request may have arrived and is not sent again",
      "接続が切断されました。リクエストは届いた可能性があるため、再送しません"
    ),
  ])
}
