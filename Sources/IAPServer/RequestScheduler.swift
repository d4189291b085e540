import CMicroHTTPD
import IAPCore
import IAPFixtures
import Synchronization
import System

/// Connects the server's thread with the store.
///
/// A query is executed on the server's thread at once. A change joins a group, which is executed
/// in one transaction: its connection is suspended until the group is durable. The group is executed
/// when the library has read all requests that have arrived. While it is written to the disk, the
/// next requests arrive.
final class RequestScheduler: Sendable {
  private let handler: RequestHandler
  private let check: HeadCheck
  private let executor: ExclusiveExecutor
  private let options: IAPServer.Options
  private let connections: Mutex<ConnectionTable>
  private let progress = Mutex(RequestsInProgress())

  /// The requests that have arrived whole and whose response is not complete.
  private struct RequestsInProgress {
    var requests: [ObjectIdentifier: RoutedRequest] = [:]
    var group = ChangeGroup()
    var isStopping = false
    var whenDrained: CheckedContinuation<Void, Never>?
  }

  init(
    handler: RequestHandler, _ check: HeadCheck, _ executor: ExclusiveExecutor,
    _ options: IAPServer.Options
  ) {
    (self.handler, self.check) = (handler, check)
    (self.executor, self.options) = (executor, options)
    connections = Mutex(ConnectionTable(capacity: options.connections))
  }

  /// Begins a request; nil if the server is stopping.
  func begin(_ head: RequestHead, on connection: Pointer) -> RoutedRequest? {
    guard !progress.withLock({ $0.isStopping }) else { return nil }
    let match = check.refusal(of: head.facts).map(RouteMatch.answer) ?? handler.match(head)
    return RoutedRequest(head, match, on: connection)
  }

  /// Called when a request is whole, and again when its connection is resumed.
  func proceed(_ request: RoutedRequest) -> MHD_Result {
    if let reply = request.reply { return send(reply, to: request) }
    guard register(request) else { return iapctl_mhd_no }
    switch request.match {
    case .answer(let answer):
      // Without a result code it is a description: of the methods of a path, or of all routes.
      if answer.resultCode != nil, !RouteTable.isSteering(request.head.path) {
        log(request, RequestSubject())
      }
      return send(.answer(answer), to: request)
    case .route(let route, let parameters):
      guard let body = request.body else {
        if route.isLogged { log(request, RequestSubject(route.operation)) }
        return send(.answer(.status(413, "PAYLOAD TOO LARGE")), to: request)
      }
      return proceed(request, to: route, parameters, body)
    }
  }

  private func log(_ request: RoutedRequest, _ subject: RequestSubject) {
    let entry = RequestLog.Entry(
      time: handler.store.realTime, method: request.head.method,
      path: request.head.safePath, subject: subject,
      headers: requestHeaders(request.connection.address), body: request.body ?? [])
    request.number = handler.log.add(entry)
  }

  private func proceed(
    _ request: RoutedRequest, to route: Route, _ parameters: RouteParameters, _ body: [UInt8]
  ) -> MHD_Result {
    let (call, subject) = handler.call(
      route, parameters, request.head, body: body)
    if route.isLogged { log(request, subject) }
    if let interception = subject.operation.flatMap({ options.intercept?($0, subject.payment) }) {
      request.interception = interception
      if let reply = interception.replyWithoutExecution { return send(reply, to: request) }
      if let preparation = interception.preparation { onStore(preparation) }
      if let waiting = interception.waiting { return hold(request, call, until: waiting) }
    }
    guard route.effect.isGrouped, call.isValid else {
      let isAlone = route.effect.isSteering && call.isValid
      return finish(
        request,
        with: onStore { [handler] store in
          isAlone
            ? handler.reply(to: call, in: store)
            : store.query { handler.reply(to: call, in: store) }
        })
    }
    iapctl_mhd_suspend(request.connection.address)
    progress.withLock { $0.group.add(request, call) }
    return iapctl_mhd_yes
  }

  /// Executes a call when the wait is over.
  private func hold(
    _ request: RoutedRequest, _ call: RequestHandler.Call,
    until waiting: @escaping @Sendable () async -> Void
  ) -> MHD_Result {
    iapctl_mhd_suspend(request.connection.address)
    request.work {
      await waiting()
      self.resume(
        request, with: self.onStore { [handler = self.handler] in handler.reply(to: call, in: $0) })
    }
    return iapctl_mhd_yes
  }

  /// Calls the store on this thread.
  private func onStore<Answer: Sendable>(
    _ body: (isolated FixtureStore) throws -> Answer
  ) rethrows -> Answer {
    try executor.withExclusiveAccess { try handler.store.assumeIsolated(body) }
  }

  // MARK: Groups

  /// Called when the library has read what had arrived on each connection.
  ///
  /// - Returns: whether a group waits for more changes, so that this must be called again soon.
  func allRead() -> Bool {
    switch progress.withLock({ $0.group.decide(at: .now) }) {
    case .wait: return true
    case .execute(let changes): carryOut(changes)
    case nil: break
    }
    return false
  }

  private func carryOut(_ group: [ChangeGroup.Change]) {
    let start = ContinuousClock.now
    let replies = onStore { [handler] store in handler.together(group.map(\.call), in: store) }
    progress.withLock { $0.group.finished(in: .now - start) }
    for ((request, _), reply) in zip(group, replies) { resume(request, with: reply) }
  }

  // MARK: Replies

  /// Replies to the request that the library asks for.
  private func finish(
    _ request: RoutedRequest, with reply: RequestHandler.ServedReply
  ) -> MHD_Result {
    log(reply, of: request)
    guard delay(of: reply, to: request) > .zero else { return send(reply.reply, to: request) }
    iapctl_mhd_suspend(request.connection.address)
    resume(request, with: reply)
    return iapctl_mhd_yes
  }

  /// Replies to a request whose connection is suspended.
  private func resume(_ request: RoutedRequest, with reply: RequestHandler.ServedReply) {
    let resume = { @Sendable in
      request.reply = reply.reply
      iapctl_mhd_resume(request.connection.address)
    }
    log(reply, of: request)
    let delay = delay(of: reply, to: request)
    guard delay > .zero else { return resume() }
    // The wait ends early if the server stops.
    request.work { [options] in
      try? await options.sleep(delay)
      resume()
    }
  }

  /// How long a reply is held back, by faults of the store and by an interception.
  private func delay(
    of reply: RequestHandler.ServedReply, to request: RoutedRequest
  ) -> Duration {
    (reply.faults?.delay ?? .zero) + (request.interception?.delay ?? .zero)
  }

  private func log(_ reply: RequestHandler.ServedReply, of request: RoutedRequest) {
    guard let number = request.number, reply.payment != nil || reply.faults != nil else { return }
    handler.log.change(number) { entry in
      entry.faults = reply.faults
      if let payment = reply.payment { entry.subject.payment = payment }
    }
  }

  private func send(_ reply: Reply, to request: RoutedRequest) -> MHD_Result {
    let reply = request.interception?.reply(inPlaceOf: reply) ?? reply
    let (answer, trouble): (HTTPAnswer?, IAPError?) =
      switch reply {
      case .answer(let answer): (answer, answer.trouble)
      case .closeConnection(let trouble): (nil, trouble)
      }
    if let number = request.number, let answer {
      handler.log.change(number) { entry in
        (entry.status, entry.code) = (answer.status, answer.resultCode)
        entry.duration = .now - entry.start
      }
    }
    options.log(
      IAPServer.LogEntry(
        request: (request.head.method, request.head.path), status: answer?.status,
        resultCode: answer?.resultCode, trouble: trouble))
    request.interception?.answering(answer?.status, answer?.resultCode)
    // The library closes the connection if its handler returns `MHD_NO` without a response.
    guard let answer else { return iapctl_mhd_no }
    return request.connection.send(answer)
  }

  /// The response to a request that the library cannot read.
  ///
  /// - Parameter status: the HTTP status that the library chose.
  func refusal(status: Int) -> HTTPAnswer {
    let answer = HTTPAnswer.malformed(status)
    options.log(
      IAPServer.LogEntry(
        request: nil, status: status, resultCode: answer.resultCode, trouble: nil))
    return answer
  }

  /// Ends a request, with or without a response.
  func end(_ request: RoutedRequest, on connection: Pointer) {
    connections.withLock { $0.beginWaiting(connection) }
    let waiter = progress.withLock { progress in
      progress.requests[ObjectIdentifier(request)] = nil
      return progress.requests.isEmpty ? progress.whenDrained.take() : nil
    }
    waiter?.resume()
  }

  /// Registers a whole request; false if the server is stopping, or has shut the connection.
  private func register(_ request: RoutedRequest) -> Bool {
    guard connections.withLock({ $0.beginServing(request.connection) }) else { return false }
    return progress.withLock { progress in
      guard !progress.isStopping else { return false }
      progress.requests[ObjectIdentifier(request)] = request
      return true
    }
  }

  /// Refuses new requests and waits until the registered ones have their responses.
  func drain() async {
    let registered = progress.withLock { progress in
      progress.isStopping = true
      return Array(progress.requests.values)
    }
    for request in registered { request.skipDelay() }
    await withCheckedContinuation { continuation in
      let isEmpty = progress.withLock { progress in
        if !progress.requests.isEmpty { progress.whenDrained = continuation }
        return progress.requests.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  // MARK: Connections

  func connected(_ connection: Pointer) {
    let evicted = connections.withLock { connections in
      connections.add(connection) { iapctl_mhd_input($0.address) > 0 }
    }
    if let evicted { iapctl_mhd_shut(evicted.address) }
  }

  func disconnected(_ connection: Pointer) {
    connections.withLock { $0.remove(connection) }
    progress.withLock { $0.group.disconnected(connection) }
  }
}
