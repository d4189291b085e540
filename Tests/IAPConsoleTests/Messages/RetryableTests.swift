import IAPCore
import IAPMessages
import JSON
import Testing

@testable import IAPConsole

struct RetryableTests {
  private static let statuses: [Int?] = [nil, 302, 401, 404, 429, 500, 502, 503]
  private static let codes: [IAPError.Code] =
    IAPCode.allCases.map { .iap($0) } + HTTPCode.allCases.map { .http($0) }
    + ConsoleCode.allCases.map { .iapctl($0) }

  private func isRetryable(_ error: IAPError, exit: IAPMessages.ExitStatus) -> Bool? {
    let members = ErrorRecord.members(of: error, exit: exit, hint: nil)
    guard case .flag(let flag)? = members.first(where: { $0.name == "retryable" })?.value else {
      return nil
    }
    return flag
  }

  @Test
  func `Every error is retryable if and only if it exits 69 or 75`() {
    for code in Self.codes {
      for status in Self.statuses {
        for outcome in [IAPError.Outcome.notApplied, .applied, .unknown] {
          let error = IAPError(code, .bug(""), httpStatus: status, outcome: outcome)
          let exit = IAPMessages.ExitStatus(of: error)
          #expect(
            isRetryable(error, exit: exit) == [69, 75].contains(exit.code),
            "\(code) \(status ?? 0) \(outcome)")
          #expect(isRetryable(error, exit: .unknown) == false)
        }
      }
    }
  }

  @Test(arguments: [500, 502])
  func `A server's 500 and 502 to a query are retryable`(_ status: Int) {
    let error = IAPError(.http(.requestFailed), .statusNotOK(status), httpStatus: status)
    #expect(isRetryable(error, exit: IAPMessages.ExitStatus(of: error)) == true)
  }
}
