import CMicroHTTPD
import IAPCore
import IAPFixtures
import Synchronization

/// What stands between the library's thread and the store: it suspends a connection whose request
/// is whole, lets a task carry the request out, and resumes the connection with the answer.
final class RequestScheduler: Sendable {
  private let responder: RequestHandler
  private let options: IAPServer.Options
  private let crowd: Mutex<ConnectionTable>
  private let progress = Mutex(Progress())

  /// The requests that have arrived whole and are not answered to the end.
  private struct Progress {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var isStopping = false
    var whenDrained: CheckedContinuation<Void, Never>?
  }

  init(responder: RequestHandler, _ options: IAPServer.Options) {
    self.responder = responder
    self.options = options
    crowd = Mutex(ConnectionTable(room: options.connections))
  }

  // MARK: Requests

  /// A request begins; nil where nobody is answered any more.
  func begin(_ head: RequestHandler.Head, on connection: Pointer) -> Exchange? {
    guard !progress.withLock({ $0.isStopping }) else { return nil }
    return Exchange(head, responder.prospect(of: head), on: connection)
  }

  /// A request is whole, or its answer is there.
  func proceed(_ exchange: Exchange) -> MHD_Result {
    if let reply = exchange.reply { return send(reply, to: exchange) }
    guard enter(exchange) else { return iapctl_mhd_no }
    switch exchange.prospect {
    case .settled(let answer):
      return send(.answer(answer), to: exchange)
    case .open(let route, let call):
      guard let body = exchange.body else {
        return send(.answer(.status(413, "PAYLOAD TOO LARGE")), to: exchange)
      }
      iapctl_mhd_suspend(exchange.connection.address)
      // Somebody waits for the answer, whatever else this process has to do.
      exchange.assign(
        Task(priority: .high) {
          exchange.settle(await self.reply(to: exchange, route, call, body))
          iapctl_mhd_resume(exchange.connection.address)
        })
      return iapctl_mhd_yes
    }
  }

  private func reply(
    to exchange: Exchange, _ route: Route, _ call: RoutedRequest, _ body: [UInt8]
  ) async -> Reply {
    let delay = AnswerDelay()
    let reply = await AnswerDelay.$current.withValue(delay) {
      await responder.reply(to: route, call, appKey: exchange.head.appKey, body: body)
    }
    // Cut short where the server is to stop.
    if delay.total > .zero { try? await options.sleep(delay.total) }
    return reply
  }

  private func send(_ reply: Reply, to exchange: Exchange) -> MHD_Result {
    let (answer, trouble): (HTTPAnswer?, IAPError?) =
      switch reply {
      case .answer(let answer): (answer, answer.trouble)
      case .closeConnection(let trouble): (nil, trouble)
      }
    options.log(
      IAPServer.LogEntry(
        method: exchange.head.method, path: exchange.head.path, status: answer?.status,
        resultCode: answer?.resultCode, trouble: trouble))
    // The library closes a connection whose handler has no answer.
    guard let answer else { return iapctl_mhd_no }
    return exchange.connection.send(answer)
  }

  /// A request is over, answered or not.
  func end(_ exchange: Exchange, on connection: Pointer) {
    crowd.withLock { $0.waits(connection) }
    let waiter = progress.withLock { progress in
      progress.exchanges[ObjectIdentifier(exchange)] = nil
      return progress.exchanges.isEmpty ? progress.whenDrained.take() : nil
    }
    waiter?.resume()
  }

  /// Counts a whole request in, unless nobody is answered any more.
  private func enter(_ exchange: Exchange) -> Bool {
    crowd.withLock { $0.isServed(exchange.connection) }
    return progress.withLock { progress in
      guard !progress.isStopping else { return false }
      progress.exchanges[ObjectIdentifier(exchange)] = exchange
      return true
    }
  }

  /// Lets nobody in any more, and waits until those inside have their answers.
  func drain() async {
    let inside = progress.withLock { progress in
      progress.isStopping = true
      return Array(progress.exchanges.values)
    }
    for exchange in inside { exchange.hurry() }
    await withCheckedContinuation { continuation in
      let isEmpty = progress.withLock { progress in
        if !progress.exchanges.isEmpty { progress.whenDrained = continuation }
        return progress.exchanges.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  // MARK: Connections

  func connected(_ connection: Pointer) {
    let departing = crowd.withLock { $0.enters(connection) }
    if let departing { iapctl_mhd_shut(departing.address) }
  }

  func disconnected(_ connection: Pointer) { crowd.withLock { $0.leaves(connection) } }
}
