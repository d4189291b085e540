import IAPCore
import Testing

@testable import IAPBatch

struct OtherColumnTests {
  private func column(_ name: String, _ cells: [String], isIgnored: Bool = false) -> OtherColumn {
    var column = OtherColumn(unknown: name, at: 1, isIgnored: isIgnored)
    for (index, cell) in cells.enumerated() { column.look(at: cell, line: index + 2) }
    return column
  }

  @Test(arguments: ["처리상태", "환불여부", "対応状況", "status", "Refunded"])
  func `A column of states is remarked if a row says something else than most`(_ name: String) {
    let found = column(name, ["미지급", "미지급", "보류", "미지급", "", "처리중", "보류"]).remark
    let said = [
      ColumnRemark.Said("보류", lines: [4, 8], count: 2),
      ColumnRemark.Said("처리중", lines: [7], count: 1),
    ]
    #expect(found == ColumnRemark(column: name, said: said))
    #expect(column(name, ["미지급", "미지급"]).remark == nil)
    #expect(
      column(name, ["", "미지급", ""]).remark
        == ColumnRemark(column: name, said: [.init("미지급", lines: [3], count: 1)]))
  }

  @Test(
    arguments: [
      ("consumed", ["no", "yes", "no"], 3), ("상태", ["미지급", "지급완료", "지급완료"], 3),
      ("환불여부", ["N", "Y"], 3), ("결제여부", ["Y", "Y", "N"], 4), ("상태", ["미환불", "환불"], 3),
    ] as [(String, [String], Int)])
  func `A state that warns is remarked, however many rows have it`(
    _ name: String, _ cells: [String], _ line: Int
  ) {
    #expect(column(name, cells).remark?.said.first?.lines.first == line)
  }

  @Test(arguments: [
    "차지백 접수됨", "계정 도용 건", "소비하지 말 것! 환불로 처리", "중복 문의", "返金対象", "付与しないでください", "Do not consume",
    "on HOLD",
    "duplicate of 7",
    "refunded", "이미 환불됨", "이미취소", "영수증 위조 의심", "카드번호 도용", "충전 취소", "확인 중", "참조 환불건", "손대지 말아주세요",
    "회신 전 소비 X", "건너뛰어 주세요", "글로벌팀으로 이관", "回答待ちです",
  ])
  func `A note is remarked that may say that the payment is not to be consumed`(_ text: String) {
    let cells = ["item not received", "", text, "vip", text]
    #expect(
      column("memo", cells).remark
        == ColumnRemark(column: "memo", said: [.init(text, lines: [4, 6], count: 2)]))
  }

  @Test(arguments: [
    "item not received", "지급 요청", "未着", "threshold", "아이템 미수령", "미환불", "未返金", "교환불가", "6월 입금 지연",
    "세부 정보", "일반 환경", "행사 기간", "앱 삭제 후 재설치", "アプリ削除後に再インストール", "푸시 거부",
  ])
  func `An ordinary note is not remarked`(_ text: String) {
    #expect(column("memo", [text, "", text]).remark == nil)
  }

  @Test(arguments: [
    ("제외", "Y"), ("refundedAt", "2026-06-01"), ("isTest", "true"), ("環境", "Sandbox"),
    ("canceled_at", "2026-06-01T10:00:00Z"),
  ])
  func `What the name of a column ends is remarked`(_ name: String, _ cell: String) {
    #expect(column(name, ["", cell]).remark?.said.first?.lines.first == 3)
  }

  @Test(arguments: [
    ("refundedAmount", "0"), ("isTest", "false"), ("環境", "Production"), ("createdAt", "2026-06-01"),
    ("조회수", "35"), ("교환불가", "7"),
  ])
  func `A column of a usual payment is not remarked`(_ name: String, _ cell: String) {
    #expect(column(name, [cell, "", cell]).remark == nil)
  }

  @Test(arguments: [
    ("지급대상", "Y", "N"), ("소비승인", "O", "X"), ("approved", "yes", "no"), ("미지급", "Y", "N"),
    ("환불사유", "없음", "단순 변심"), ("환불금액", "0", "11,000"), ("skip", "FALSE", "TRUE"),
    ("환불금액", "0.00", "5.50"), ("refundedAt", "-", "3/1"), ("환불사유", "해당 없음", "미성년자 결제"),
    ("refundStatus", "normal", "approved"), ("対応状況", "対応中", "完了"), ("승인", "Y", "미승인"),
    ("지급일", "-", "3월 1일"), ("unconsumed", "true", "false"), ("notRefunded", "Y", "N"),
  ])
  func `The name of a column says whether a yes or a no warns`(
    _ name: String, _ fine: String, _ bad: String
  ) {
    #expect(column(name, [fine, bad, bad]).remark?.lines == [3, 4])
    #expect(column(name, [fine, fine]).remark == nil)
  }

  @Test(arguments: [
    "미성년자", "근무시간", "threshold", "isRefundable", "환불규정", "cancelUrl", "taxIncluded", "요청사항",
    "결제처리일시",
    "승인번호", "할인대상", "소비자명", "지급수량", "avoidance",
  ])
  func `A name that only contains such a word asks nothing`(_ name: String) {
    #expect(ColumnQuestion(of: InputColumn.folded(name)) == nil)
  }

  @Test
  func `A product can have any name`() {
    #expect(column("productName", ["Skip Ticket", "Void Blade", "Hold'em"]).remark == nil)
    #expect(column("환불상품명", ["", "Skip Ticket", ""]).remark?.lines == [3])
  }

  @Test
  func `The rows with text are remarked if most have none, and nothing if each has its own`() {
    let texts = (1...13).map { "\($0) a" }
    let empty = [String](repeating: "", count: 13)
    #expect(column("memo", empty + texts).remark?.count == 13)
    #expect(column("memo", texts + texts).remark == nil)
    #expect(column("memo", texts + texts + ["환불"]).remark?.lines == [28])
  }

  @Test
  func `Each text is remarked once with its lines, and those that warn come first`() {
    let cells = ["재문의", "", "재문의", "QA 계정", "환불", "", "환불"] + [String](repeating: "", count: 20)
    let said = [
      ColumnRemark.Said("환불", lines: [6, 8], count: 2), .init("재문의", lines: [2, 4], count: 2),
      .init("QA 계정", lines: [5], count: 1),
    ]
    #expect(column("memo", cells).remark == ColumnRemark(column: "memo", said: said))
    let many = (1...14).map { "\($0)번" } + [String](repeating: "", count: 30)
    let remark = column("memo", many).remark
    #expect(remark?.said.map(\.text) == (1...6).map { "\($0)번" } && remark?.count == 14)
  }

  @Test(arguments: [false, true])
  func `A sentence in a column of a few names is remarked, also if the column is ignored`(
    _ isIgnored: Bool
  ) {
    let names = ["지훈", "서연", "민수", "유나"]
    let cells = Array(repeating: names, count: 4).flatMap { $0 } + ["하늘", "서연 / 팀장 승인 필요", "지훈"]
    let said = [ColumnRemark.Said("서연 / 팀장 승인 필요", lines: [19], count: 1)]
    #expect(
      column("담당", cells, isIgnored: isIgnored).remark == ColumnRemark(column: "담당", said: said))
    #expect(column("담당", names, isIgnored: isIgnored).remark == nil)
  }

  @Test
  func `A second number of a payment is remarked if it is another one`() {
    var other = OtherColumn(unknown: "정정 결제번호", at: 1, isIgnored: true)
    for (line, cell) in ["", "=\"07\"", "8"].enumerated() {
      other.look(at: cell, line: line + 2, beside: "7")
    }
    #expect(other.remark?.lines == [4])
  }

  @Test(arguments: ["환불금액", "취소일시", "환불통화", "환불유저ID", "취소결제번호", "Refund Amount"])
  func `A column of refunds is none that is compared`(_ name: String) {
    #expect(column(name, ["1,500"]).meant == nil)
  }

  @Test
  func `A key is unknown only if its value warns`() {
    func key(_ text: String, isIgnored: Bool = false) -> OtherColumn {
      var key = OtherColumn(unknown: "note", at: 1, isIgnored: isIgnored, isKey: true)
      for (line, text) in ["", "vip", text].enumerated() { key.look(at: text, line: line + 1) }
      return key
    }
    #expect(!key("rare").isUnknown && key("rare").remark == nil)
    #expect(key("환불").isUnknown && key("환불").remark?.lines == [3])
    #expect(!key("환불", isIgnored: true).isUnknown)
  }

  @Test(
    arguments: [
      ("비용", ["1,500", "9.99"], "price"), ("Wert", ["KRW 5"], "price"), ("등급", ["1", "2"], nil),
      ("Curr", ["KRW", "USD"], "currency"), ("기기", ["구글", "", "App Store"], "storeCode"),
      ("Wert", ["1,500", "x"], nil), ("leer", ["", ""], nil),
    ] as [(String, [String], String?)])
  func `The cells of a column say what it probably is`(
    _ name: String, _ cells: [String], _ meant: String?
  ) {
    #expect(column(name, cells).meant?.name == meant)
  }

  @Test
  func `A column is unknown if it has text, and nobody ignores it`() {
    #expect(column("memo", ["", "x"]).isUnknown)
    #expect(!column("memo", ["", ""]).isUnknown)
    #expect(!column("memo", ["x"], isIgnored: true).isUnknown)
    #expect(column("memo", ["환불"], isIgnored: true).remark?.said.first?.lines.first == 2)
  }
}

extension ColumnRemark {
  /// The lines of all texts.
  fileprivate var lines: [Int] { said.flatMap(\.lines).sorted() }
}
