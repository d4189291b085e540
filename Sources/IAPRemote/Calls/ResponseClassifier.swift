import IAPCore
import IAPWire

/// Says what a response or a failure proves, of a call that changes something and of a query.
struct ResponseClassifier: Sendable {
  let request: CallRequest
  /// The server's origin, for messages.
  let origin: String
  /// The real time, needed if `Retry-After` is a date.
  let now: Instant
  /// The remaining time for the whole call.
  let most: Duration
  /// The reason for a stop, if one was requested.
  let stopped: @Sendable () -> IAPError?

  /// Whether the call changes something, so that a lost response leaves its outcome unknown.
  private var isMutating: Bool { request.http.isMutating }

  /// Whether the call may be attempted again while an earlier attempt may have been applied. True
  /// for a consume, because the server refuses a second one. False for a purchase, because a second
  /// one would be charged.
  private var isRepeatable: Bool { !isMutating || request.payment != nil }

  func result<Body: Sendable>(
    of attempt: Result<HTTPResponse, TransportFailure>, read: ([UInt8]) -> DecodedResponse<Body>
  ) -> AttemptResult<Body> {
    var result = meaning(of: attempt, read: read)
    result.callNumber = request.number
    switch attempt {
    case .success(let response): (result.isSent, result.status) = (true, response.status)
    // A response proves that the request arrived.
    case .failure(let failure): result.isSent = failure.isSent || failure.response != nil
    }
    return result
  }

  private func meaning<Body: Sendable>(
    of attempt: Result<HTTPResponse, TransportFailure>, read: ([UInt8]) -> DecodedResponse<Body>
  ) -> AttemptResult<Body> {
    switch attempt {
    case .success(let response) where response.status == 200:
      result(of: response.isTakenForJSON ? read(response.body) : .invalid(Self.notJSON))
    case .success(let response): result(of: response)
    case .failure(let failure):
      if let response = failure.response, response.status != 200 {
        // If the status is not 200, the body does not matter.
        result(of: response)
      } else {
        result(of: failure)
      }
    }
  }

  private static let notJSON = "its content type is not JSON"

  // MARK: No response

  private func result<Body>(of failure: TransportFailure) -> AttemptResult<Body> {
    let (code, reason) = meaning(of: failure)
    let error = IAPError(
      code, reason, outcome: failure.isSent && isMutating ? .unknown : .notApplied)
    switch failure.kind {
    case .unavailable, .insecure, .outOfThreads:
      return AttemptResult(.failure(error), stopsBatch: !failure.isSent)
    case .cancelled, .tooLarge: return AttemptResult(.failure(error))
    case .unresolved, .unreachable, .timedOut, .broken, .outOfFiles:
      return AttemptResult(.failure(error), again: failure.isSent && isMutating ? nil : .later)
    }
  }

  private func meaning(of failure: TransportFailure) -> (IAPError.Code, IAPError.Reason) {
    let why = failure.detail
    return switch failure.kind {
    case .unresolved: (.http(.networkNotAvailable), .server(origin, .unresolved(why: why)))
    case .unreachable: (.http(.networkNotAvailable), .server(origin, .unreachable(why: why)))
    case .insecure: (.http(.networkNotAvailable), .server(origin, .untrusted(why: why)))
    case .broken: (.http(.networkNotAvailable), .server(origin, .answerCutOff(why: why)))
    case .timedOut: (.http(.requestTimeout), .server(origin, .noAnswerInTime))
    case .tooLarge: (.http(.responseInvalid), .answerNotDocumented(why))
    case .unavailable:
      (.iapctl(.libraryMissing), .libraryMissing(.curl, name: "libcurl", why: why))
    case .outOfFiles: (.iapctl(.tooManyOpenFiles), .outOfFiles(.connection(to: origin)))
    case .outOfThreads: (.iapctl(.tooManyThreads), .outOfThreads)
    case .cancelled: (.iapctl(.interrupted), stopped()?.reason ?? .stopped(signal: 2))
    }
  }

  // MARK: A status that is not 200

  private func result<Body>(of response: HTTPResponse) -> AttemptResult<Body> {
    let pause = pause(of: response)
    let later: AttemptResult<Body>.Again = pause.map { .after($0.time) } ?? .later
    let again: AttemptResult<Body>.Again? =
      switch response.status {
      case _ where pause?.endsCall == true: nil
      case 429: later
      case 503 where isMutating: isRepeatable && pause != nil ? later : nil
      case 408, 425, 500..<600: isMutating ? nil : later
      default: nil
      }
    let error =
      pause.flatMap { $0.endsCall ? $0.error : nil }
      ?? .status(response.status, isChange: isMutating)
    var attempt = AttemptResult<Body>(
      .failure(error), again: again,
      stopsBatch: pause?.endsCall ?? IAPError.isRefusal(status: response.status))
    attempt.pause = pause
    return attempt
  }

  /// How long the server asks to wait, with a status after which a later call may succeed.
  private func pause(of response: HTTPResponse) -> ServerPause? {
    switch response.status {
    case 408, 425, 429, 500..<600: break
    default: return nil
    }
    guard let time = RetryAfter.read(response.headers.retryAfter, now: now) else { return nil }
    let (seconds, attoseconds) = time.components
    let end = Instant.nearest(
      to: now.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    return ServerPause(
      time,
      .status(
        response.status, isChange: isMutating,
        reason: .server(origin, .asksToWait(until: end, status: response.status))),
      endsCall: time >= most)
  }

  // MARK: Status 200

  private func result<Body>(of answer: DecodedResponse<Body>) -> AttemptResult<Body> {
    switch answer {
    case .success(let body): return AttemptResult(.success(body))
    case .invalid(let problem):
      return AttemptResult(
        .failure(
          IAPError(
            .http(.responseInvalid), .answerNotDocumented(problem), httpStatus: 200,
            outcome: isMutating ? .unknown : .notApplied)))
    case .refusal(let header):
      let refusal = request.refusal(header)
      return AttemptResult(.failure(refusal.error), stopsBatch: refusal.stopsBatch)
    }
  }
}
