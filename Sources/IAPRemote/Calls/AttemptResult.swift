import IAPCore

/// What one attempt at a call came to, and what may be done next.
///
/// Not sent needs proof: not a byte of the body has left. Refused needs a whole envelope or a final
/// status. Everything else is unknown.
struct AttemptResult<Body: Sendable>: Sendable {
  enum Again: Hashable, Sendable {
    /// After a while of our own choice.
    case later
    /// After the time that the server asked for.
    case after(Duration)
  }

  let result: Result<Body, IAPError>
  /// Whether another attempt of the same call may be made; nil where none may.
  let again: Again?
  /// Whether every further call would come to the same.
  let stopsBatch: Bool

  init(_ result: Result<Body, IAPError>, again: Again? = nil, stopsBatch: Bool = false) {
    self.result = result
    self.again = again
    self.stopsBatch = stopsBatch
  }

  /// Whether the attempt may have happened.
  var isOpen: Bool {
    if case .failure(let error) = result { error.outcome == .unknown } else { false }
  }
}

/// The table of what events mean for a call that changes something, and for one that does not.
struct ResponseClassifier: Sendable {
  /// Whether the call changes something: then a lost answer leaves it unknown.
  let isMutating: Bool
  /// Whether it may be made again while an attempt at it may have happened: a consume may, for a
  /// second one is refused; a second purchase would be charged.
  let isRepeatable: Bool
  /// Where the request went, for a person.
  let origin: String
  /// Why a call was broken off, if it was asked for.
  let stopped: @Sendable () -> IAPError?
  /// What a whole envelope that says no means.
  let refusal: @Sendable (EnvelopeHeader) -> IAPError

  /// - Parameters:
  ///   - now: the real time, for a `Retry-After` that is a date.
  ///   - most: the time that is left for the whole call.
  func result<Body: Sendable>(
    of attempt: Result<HTTPResponse, TransportFailure>,
    read: ([UInt8]) -> DecodedResponse<Body>, now: Instant, most: Duration
  ) -> AttemptResult<Body> {
    switch attempt {
    case .success(let response) where response.status == 200:
      result(of: response.isTakenForJSON ? read(response.body) : .invalid(Self.notJSON))
    case .success(let response): result(of: response, now: now, most: most)
    case .failure(let failure):
      if let response = failure.response, response.status != 200 {
        // Whatever a non-200 has in its body, its status decides.
        result(of: response, now: now, most: most)
      } else {
        result(of: failure)
      }
    }
  }

  private static let notJSON = "its content type is not JSON"

  // MARK: No answer

  private func result<Body>(of failure: TransportFailure) -> AttemptResult<Body> {
    let error = IAPError(
      code(of: failure.kind), reason(of: failure),
      outcome: failure.isSent && isMutating ? .unknown : .notApplied)
    switch failure.kind {
    case .unavailable, .insecure: return AttemptResult(.failure(error), stopsBatch: !failure.isSent)
    case .cancelled, .tooLarge: return AttemptResult(.failure(error))
    case .unreachable, .timedOut, .broken, .outOfFiles:
      return AttemptResult(.failure(error), again: failure.isSent && isMutating ? nil : .later)
    }
  }

  private func code(of kind: TransportFailure.Kind) -> IAPError.Code {
    switch kind {
    case .unreachable, .insecure, .broken: .http(.networkNotAvailable)
    case .timedOut: .http(.requestTimeout)
    case .tooLarge: .http(.responseInvalid)
    case .unavailable: .iapctl(.libraryMissing)
    case .outOfFiles: .iapctl(.tooManyOpenFiles)
    case .cancelled: .iapctl(.interrupted)
    }
  }

  private func reason(of failure: TransportFailure) -> IAPError.Reason {
    switch failure.kind {
    case .unreachable: .server(origin, .unreachable(why: failure.detail))
    case .insecure: .server(origin, .untrusted(why: failure.detail))
    case .timedOut: .server(origin, .noAnswerInTime)
    case .broken: .server(origin, .answerCutOff(why: failure.detail))
    case .tooLarge: .answerNotDocumented(failure.detail)
    case .unavailable:
      .libraryMissing(
        name: "libcurl", why: failure.detail,
        remedy: "install it: 'apt-get install libcurl4'; fixture stores need no library")
    case .outOfFiles: .outOfFiles("a connection to \(origin)")
    case .cancelled: stopped()?.reason ?? .stopped(signal: 2)
    }
  }

  // MARK: A status that is not 200

  private func result<Body>(
    of response: HTTPResponse, now: Instant, most: Duration
  ) -> AttemptResult<Body> {
    let wait = RetryAfter.read(response.headers["retry-after"], now: now, most: most)
    switch response.status {
    case 429: return failed(response, .notApplied, again: wait.map { .after($0) } ?? .later)
    case 503:
      let again: AttemptResult<Body>.Again? = wait.map { .after($0) } ?? (isMutating ? nil : .later)
      return failed(response, .unknown, again: isRepeatable ? again : nil)
    case 408, 425, 500..<600:
      return failed(response, .unknown, again: isMutating ? nil : .later)
    case 409, 200..<300: return failed(response, .unknown)
    case 300..<500: return failed(response, .notApplied, stopsBatch: true)
    default: return failed(response, .unknown)
    }
  }

  private func failed<Body>(
    _ response: HTTPResponse, _ outcome: IAPError.Outcome, again: AttemptResult<Body>.Again? = nil,
    stopsBatch: Bool = false
  ) -> AttemptResult<Body> {
    let error = IAPError(
      .http(.requestFailed), .statusNotOK(response.status), httpStatus: response.status,
      outcome: isMutating ? outcome : .notApplied)
    return AttemptResult(.failure(error), again: again, stopsBatch: stopsBatch)
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
      let code = ServerCode(rawValue: header.resultCode)
      let stops = code == .contentTypeNotSupported || code == .methodNotSupported
      return AttemptResult(.failure(refusal(header)), stopsBatch: stops)
    }
  }
}
