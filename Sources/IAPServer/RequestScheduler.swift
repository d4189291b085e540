import CMicroHTTPD
import IAPCore
import IAPFixtures
import Synchronization

/// What stands between the library's thread and the store: it suspends a connection whose request
/// is whole, lets a task carry the request out, and resumes the connection with the answer.
final class RequestScheduler: Sendable {
  private let handler: RequestHandler
  private let options: IAPServer.Options
  private let connections: Mutex<ConnectionTable>
  private let progress = Mutex(Progress())

  /// The requests that have arrived whole and are not answered to the end.
  private struct Progress {
    var requests: [ObjectIdentifier: RoutedRequest] = [:]
    var isStopping = false
    var whenDrained: CheckedContinuation<Void, Never>?
  }

  init(handler: RequestHandler, _ options: IAPServer.Options) {
    self.handler = handler
    self.options = options
    connections = Mutex(ConnectionTable(room: options.connections))
  }

  // MARK: Requests

  /// A request begins; nil where nobody is answered any more.
  func begin(_ head: RequestHead, on connection: Pointer) -> RoutedRequest? {
    guard !progress.withLock({ $0.isStopping }) else { return nil }
    return RoutedRequest(head, handler.match(head), on: connection)
  }

  /// A request is whole, or its answer is there.
  func proceed(_ request: RoutedRequest) -> MHD_Result {
    if let reply = request.reply { return send(reply, to: request) }
    guard enter(request) else { return iapctl_mhd_no }
    switch request.match {
    case .answer(let answer): return send(.answer(answer), to: request)
    case .route(let route, let parameters):
      guard let body = request.body else {
        return send(.answer(.status(413, "PAYLOAD TOO LARGE")), to: request)
      }
      iapctl_mhd_suspend(request.connection.address)
      request.carryOut {
        await self.reply(to: request, route, parameters, body)
      } whenDone: {
        iapctl_mhd_resume(request.connection.address)
      }
      return iapctl_mhd_yes
    }
  }

  private func reply(
    to request: RoutedRequest, _ route: Route, _ parameters: RouteParameters, _ body: [UInt8]
  ) async -> Reply {
    let delay = AnswerDelay()
    let reply = await AnswerDelay.$current.withValue(delay) {
      await handler.reply(to: route, parameters, appKey: request.head.appKey, body: body)
    }
    // Cut short where the server is to stop.
    if delay.total > .zero { try? await options.sleep(delay.total) }
    return reply
  }

  private func send(_ reply: Reply, to request: RoutedRequest) -> MHD_Result {
    let (answer, trouble): (HTTPAnswer?, IAPError?) =
      switch reply {
      case .answer(let answer): (answer, answer.trouble)
      case .closeConnection(let trouble): (nil, trouble)
      }
    options.log(
      IAPServer.LogEntry(
        method: request.head.method, path: request.head.path, status: answer?.status,
        resultCode: answer?.resultCode, trouble: trouble))
    // The library closes a connection whose handler has no answer.
    guard let answer else { return iapctl_mhd_no }
    return request.connection.send(answer)
  }

  /// A request is over, answered or not.
  func end(_ request: RoutedRequest, on connection: Pointer) {
    connections.withLock { $0.waits(connection) }
    let waiter = progress.withLock { progress in
      progress.requests[ObjectIdentifier(request)] = nil
      return progress.requests.isEmpty ? progress.whenDrained.take() : nil
    }
    waiter?.resume()
  }

  /// Counts a whole request in, unless nobody is answered any more.
  private func enter(_ request: RoutedRequest) -> Bool {
    connections.withLock { $0.isServed(request.connection) }
    return progress.withLock { progress in
      guard !progress.isStopping else { return false }
      progress.requests[ObjectIdentifier(request)] = request
      return true
    }
  }

  /// Lets nobody in any more, and waits until those inside have their answers.
  func drain() async {
    let inside = progress.withLock { progress in
      progress.isStopping = true
      return Array(progress.requests.values)
    }
    for request in inside { request.hurry() }
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
    let departing = connections.withLock { $0.enters(connection) }
    if let departing { iapctl_mhd_shut(departing.address) }
  }

  func disconnected(_ connection: Pointer) { connections.withLock { $0.leaves(connection) } }
}
