import IAPCore
import IAPRemote
import IAPWire
import Testing

/// Tests of the calls of a service, of which a consume is one.
protocol ConsumesOnePayment {}

extension ConsumesOnePayment {
  static var products: ScriptedTransport.Attempt {
    .result(#"{"products": [], "failures": [], "isAnswered": true}"#)
  }

  func consume(_ service: RemoteService) async throws -> CallResult<ConsumeReceipt> {
    let request = Payment("1", accessToken: Secret("token"))
    return try #require(await service.consume([request]).first)
  }

  func error(_ answer: CallResult<ConsumeReceipt>) throws -> IAPError {
    guard case .failure(let error) = answer.result else { throw NoFailure() }
    return error
  }
}

private struct NoFailure: Error {}
