import IAPCore
import Testing

@testable import IAPConsole

struct GrantedPaymentsTests {
  private func counts(_ output: String) throws -> [Identifier: Int] {
    try GrantedPayments(in: Array(output.utf8)).counts
  }

  @Test(
    arguments: [
      ("", [:]), ("\n\n", [:]), ("1\n", ["1": 1]), ("1", ["1": 1]),
      ("1\n2\n1\n", ["1": 2, "2": 1]),
      ("1\n-1\n", ["1": 0]), ("1\n-1\n1\n", ["1": 1]), ("-1\n", ["1": -1]),
      (" 1 \r\n\t-1\r\n2\r\n", ["1": 0, "2": 1]), ("0012\n", ["0012": 1]),
    ] as [(String, [Identifier: Int])])
  func `Each line grants a payment, and a minus sign takes it back`(
    _ output: String, _ counts: [Identifier: Int]
  ) throws {
    #expect(try self.counts(output) == counts)
  }

  @Test
  func `A question mark holds a payment for a person`() throws {
    let granted = try GrantedPayments(in: Array("?7\n 1\n?8\r\n?7\n".utf8))
    #expect(granted.held == ["7", "8"])
    #expect(granted.counts == ["1": 1])
  }

  @Test(arguments: [
    ("?\n", 1, "?"), ("-?1\n", 1, "-?1"), ("1\nx\n", 2, "x"), ("paymentSeq\n1\n", 1, "paymentSeq"),
    ("1 2\n", 1, "1 2"), ("-\n", 1, "-"),
    ("--1\n", 1, "--1"), ("+1\n", 1, "+1"), ("1.5\n", 1, "1.5"), ("1\n\n\n2,gem\n", 4, "2,gem"),
  ])
  func `A line that is not a payment number is reported`(
    _ output: String, _ line: Int, _ text: String
  ) {
    #expect(throws: IAPError.iapctl(.inputInvalid, .rehearsal(.grantedLine(line, text)))) {
      try counts(output)
    }
  }
}
