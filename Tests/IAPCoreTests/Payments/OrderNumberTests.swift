import IAPCore
import Testing

struct OrderNumberTests {
  @Test(arguments: [
    ("GPA.3375-2193-1175-57698", OrderNumber.googlePlay),
    ("GPA.3375-2193-1175-57698..5", .googlePlay), ("gpa.1", .googlePlay),
    ("ONESTORE7_000000000000000000000000001234", .oneStore), ("TSTORE0004_2015", .oneStore),
    ("MK3X1V9T7B", .appStore), ("MKXAVBTCBD", nil), ("2026011210000001", nil), ("abc", nil),
  ])
  func `An order number is recognised by its form`(_ text: String, _ form: OrderNumber?) {
    #expect(OrderNumber(text) == form)
  }

  @Test(arguments: [
    " GPA.3375-2193-1175-57698", "gpa. 3375-2193-1175-57698", "GPA.3375ー2193~1175〜57698.",
    "ＧＰＡ．３３７５－２１９３－１１７５－５７６９８", "GPA.3375 2193 1175 57698",
  ])
  func `An order number is read as people and their programs write it`(_ text: String) {
    #expect(OrderNumber.read(text) == "GPA.3375-2193-1175-57698")
  }

  @Test(arguments: ["GPA.1..5", "MK3X1V9T7B", "2026 0112", "가~나"])
  func `Another text stays as it is`(_ text: String) { #expect(OrderNumber.read(text) == text) }

  @Test(arguments: [
    ("2000000123456789", true), ("370001534567890", true), ("1000000812345678", true),
    ("2026011210000001", false), ("2026131210000001", true), ("2026010010000001", true),
    ("202601121000000", false), ("7", false), ("20000001234567890", false), ("GPA.1", false),
  ])
  func `Digits that begin with no day may be a transaction of the App Store`(
    _ text: String, _ mayBe: Bool
  ) {
    #expect(OrderNumber.mayBeTransaction(Identifier(text)) == mayBe)
  }
}
