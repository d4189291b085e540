import CMicroHTTPD
import IAPCore
import IAPWire
import System

/// GNU libmicrohttpd, in a thread that reads requests, passes them to ``RequestScheduler`` and writes
/// responses.
struct MicroHTTPD: Sendable {
  #if canImport(Darwin)
    static let file = "libmicrohttpd.12.dylib"
  #else
    static let file = "libmicrohttpd.so.12"
  #endif

  /// Bytes for one connection: the head of a request, a part of its body, and the head of the response.
  /// Without room for the latter, the library would close the connection when the request is done.
  private static let memory = HeadCheck.longest + 8 << 10

  /// The descriptors of a server's sockets must be lower than this.
  static let descriptors = Int(iapctl_mhd_descriptors)

  private let server: Pointer
  /// Keeps the scheduler alive as long as the library may call it.
  private let context: Unmanaged<RequestScheduler>

  /// Loads the library. This must succeed before any other call.
  static func load(_ name: String) throws(IAPError) {
    var problem = [CChar](repeating: 0, count: 512)
    guard iapctl_mhd_load(name, &problem, problem.count) == 0 else { return }
    let why = String(upToZero: problem)
    throw .iapctl(.libraryMissing, .libraryMissing(.microHTTPD, name: name, why: why))
  }

  init(
    serving scheduler: RequestScheduler, on listener: ListeningSocket, _ options: IAPServer.Options
  ) throws(IAPError) {
    context = Unmanaged.passRetained(scheduler)
    var settings = iapctl_mhd_settings()
    settings.listener = listener.number
    settings.connections = UInt32(clamping: options.connections)
    settings.patience = UInt32(clamping: options.patience)
    settings.memory = Self.memory
    settings.handle = handleRequest
    settings.completed = requestCompleted
    settings.connected = connectionChanged
    settings.refused = requestRefused
    settings.all_read = allRead
    settings.context = context.toOpaque()
    guard let server = iapctl_mhd_start(&settings) else {
      let problem = SystemError.last
      context.release()
      if problem.isOutOfRange {
        throw .iapctl(.tooManyOpenFiles, .outOfDescriptors(below: Self.descriptors))
      }
      if problem.isOutOfFiles {
        throw .iapctl(.tooManyOpenFiles, .outOfFiles(.filesOfServer))
      }
      throw .iapctl(
        .addressUnusable,
        .cannotListen(at: "\(listener.host):\(listener.port)", why: "the server did not start"))
    }
    self.server = Pointer(server)
  }

  /// Stops accepting connections.
  func quiesce() { iapctl_mhd_quiesce(server.address) }

  /// Closes all connections. No connection may be suspended.
  func stop() {
    iapctl_mhd_stop(server.address)
    context.release()
  }
}

/// A pointer to an object of the library, which is thread-safe.
struct Pointer: @unchecked Sendable, Hashable {
  let address: OpaquePointer
  init(_ address: OpaquePointer) { self.address = address }
}

// MARK: Callbacks, on the server's thread

private func scheduler(at context: UnsafeMutableRawPointer?) -> RequestScheduler? {
  context.map { Unmanaged<RequestScheduler>.fromOpaque($0).takeUnretainedValue() }
}

/// The library calls this with the head of a request, with each chunk of its body, when the request
/// is whole, and once more when its connection is resumed.
private let handleRequest: MHD_AccessHandlerCallback = {
  context, connection, path, method, _, bytes, count, memory in
  guard let scheduler = scheduler(at: context), let connection, let memory, let count else {
    return iapctl_mhd_no
  }
  guard let storedRequest = memory.pointee else {
    let head = requestHead(connection, path, method)
    guard let request = scheduler.begin(head, on: Pointer(connection)) else { return iapctl_mhd_no }
    memory.pointee = Unmanaged.passRetained(request).toOpaque()
    return request.answersAtOnce ? scheduler.proceed(request) : iapctl_mhd_yes
  }
  let request = Unmanaged<RoutedRequest>.fromOpaque(storedRequest).takeUnretainedValue()
  guard count.pointee > 0 else { return scheduler.proceed(request) }
  let isAccepted = request.appendToBody(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
  count.pointee = 0
  return isAccepted ? iapctl_mhd_yes : iapctl_mhd_no
}

private let requestCompleted: MHD_RequestCompletedCallback = { context, connection, memory, _ in
  guard let scheduler = scheduler(at: context), let connection, let storedRequest = memory?.pointee
  else {
    return
  }
  memory?.pointee = nil
  scheduler.end(
    Unmanaged<RoutedRequest>.fromOpaque(storedRequest).takeRetainedValue(), on: Pointer(connection))
}

private let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, _, change in
  guard let scheduler = scheduler(at: context), let connection else { return }
  if change == iapctl_mhd_started {
    scheduler.connected(Pointer(connection))
  } else {
    scheduler.disconnected(Pointer(connection))
  }
}

private let requestRefused: @convention(c) (UnsafeMutableRawPointer?, Int32, UInt32) -> Void = {
  context, socket, status in
  guard let scheduler = scheduler(at: context) else { return }
  let response = scheduler.refusal(status: Int(status)).wholeResponse
  iapctl_mhd_refuse(socket, response, response.count)
}

private let allRead: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  scheduler(at: context)?.allRead() == true ? 1 : 0
}

private func requestHead(
  _ connection: OpaquePointer, _ path: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?
) -> RequestHead {
  func header(_ name: String) -> String? {
    iapctl_mhd_header(connection, name).flatMap { String(validatingCString: $0) }
  }
  var head = RequestHead(
    method: method.flatMap { String(validatingCString: $0) } ?? "",
    target: path.flatMap { String(validatingCString: $0) } ?? "")
  head.contentType = header("Content-Type")
  let (appKey, secretKey) = (Credential.appKey.header, Credential.secretKey.header)
  (head.appKey, head.secretKey) = (header(appKey), header(secretKey))
  head.callNumber = HTTPAnswer.callNumberHeader.flatMap(header)
  let facts = iapctl_mhd_head_facts(connection, appKey, secretKey)
  func texts(_ value: UnsafePointer<CChar>?, _ count: UInt32) -> [String] {
    Array(repeating: value.map { String(cString: $0) } ?? "", count: Int(count))
  }
  head.facts = HeadCheck.Facts(
    size: facts.size, hosts: texts(facts.host, facts.hosts), targetHost: head.facts.targetHost,
    lengths: Int(facts.lengths),
    encodings: texts(facts.encoding, facts.encodings), isOfPage: facts.is_of_page != 0,
    hasOddName: facts.has_odd_name != 0, hasTwoKeys: facts.has_two_keys != 0)
  head.length = header("Content-Length").flatMap { Int($0) } ?? 0
  withUnsafeMutablePointer(to: &head.arguments) { arguments in
    iapctl_mhd_arguments(connection, addArgument, arguments)
  }
  return head
}

/// The headers of a request, as the log of requests keeps them.
func requestHeaders(_ connection: OpaquePointer) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(256)
  withUnsafeMutablePointer(to: &bytes) { iapctl_mhd_headers(connection, addHeader, $0) }
  return bytes
}

private let addHeader: MHD_KeyValueIterator = { bytes, _, name, value in
  guard let bytes = bytes?.assumingMemoryBound(to: [UInt8].self) else { return iapctl_mhd_no }
  for text in [name, value] {
    var next = text
    while let place = next, place.pointee != 0 {
      bytes.pointee.append(UInt8(bitPattern: place.pointee))
      next = place + 1
    }
    bytes.pointee.append(0)
  }
  return iapctl_mhd_yes
}

private let addArgument: MHD_KeyValueIterator = { arguments, _, name, value in
  guard let arguments = arguments?.assumingMemoryBound(to: [String: [String]]?.self) else {
    return iapctl_mhd_no
  }
  guard let name = name.flatMap({ String(validatingCString: $0) }),
    let value = value.map({ String(validatingCString: $0) }) ?? ""
  else {
    arguments.pointee = nil
    return iapctl_mhd_no
  }
  arguments.pointee?[name, default: []].append(value)
  return iapctl_mhd_yes
}

extension Pointer {
  /// Sends a response. `MHD_NO` means that the connection must be closed.
  func send(_ answer: HTTPAnswer) -> MHD_Result {
    answer.body.withUnsafeBytes {
      iapctl_mhd_answer(
        address, UInt32(answer.status), $0.baseAddress, $0.count,
        min($0.count, answer.cut ?? .max), answer.headersForLibrary)
    }
  }
}
