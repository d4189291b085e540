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
    #expect(found == ColumnRemark(column: name, line: 4, text: "보류", count: 3))
    #expect(column(name, ["미지급", "미지급"]).remark == nil)
    #expect(
      column(name, ["", "미지급", ""]).remark
        == ColumnRemark(column: name, line: 3, text: "미지급", count: 1))
    #expect(column(name, (1...13).map { "\($0)" }).remark == nil)
  }

  @Test(
    arguments: [
      ("consumed", ["no", "yes", "no"], 3), ("상태", ["미지급", "지급완료", "지급완료"], 3),
      ("환불여부", ["N", "Y"], 3), ("결제여부", ["Y", "Y", "N"], 4), ("상태", ["미환불", "환불"], 3),
    ] as [(String, [String], Int)])
  func `A state that warns is remarked, however many rows have it`(
    _ name: String, _ cells: [String], _ line: Int
  ) {
    #expect(column(name, cells).remark?.line == line)
  }

  @Test(arguments: [
    "차지백 접수됨", "계정 도용 건", "소비하지 말 것! 환불로 처리", "중복 문의", "返金対象", "付与しないでください", "Do not consume",
    "on HOLD",
    "duplicate of 7",
    "refunded",
  ])
  func `A note is remarked that may say that the payment is not to be consumed`(_ text: String) {
    let cells = ["item not received", "", text, "vip", text]
    #expect(
      column("memo", cells).remark == ColumnRemark(column: "memo", line: 4, text: text, count: 2))
  }

  @Test(arguments: ["item not received", "지급 요청", "未着", "threshold", "아이템 미수령", "미환불", "未返金"])
  func `An ordinary note is not remarked`(_ text: String) {
    #expect(column("memo", [text, "", text]).remark == nil)
  }

  @Test(arguments: [
    ("제외", "Y"), ("refundedAt", "2026-06-01"), ("isTest", "true"), ("環境", "Sandbox"),
    ("canceled_at", "2026-06-01T10:00:00Z"),
  ])
  func `What the name of a column ends is remarked`(_ name: String, _ cell: String) {
    #expect(column(name, ["", cell]).remark?.line == 3)
  }

  @Test(arguments: [
    ("refundedAmount", "0"), ("isTest", "false"), ("環境", "Production"), ("createdAt", "2026-06-01"),
  ])
  func `A column of a usual payment is not remarked`(_ name: String, _ cell: String) {
    #expect(column(name, [cell, "", cell]).remark == nil)
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
    #expect(column("memo", ["환불"], isIgnored: true).remark?.line == 2)
  }
}
