import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import JSON
import Synchronization
import Text

/// The file of `--keep-unknown`: the payments whose outcome is unknown, with their tokens, as JSON
/// lines. `--from` reads it. Each line says that its payment is unknown, and of which service: another
/// journal, and another service, refuse it.
final class KeptUnknowns: UnknownPayments {
  private let path: String
  private let issuer: Issuer
  private let file: UserFileWriter
  private let state = Mutex((count: 0, isClosed: false, isWhole: true))

  /// Makes the file before anything is sent, so that an unwritable file stops the run early. Only
  /// its owner can read it.
  ///
  /// - Throws: `usage` if the file exists: it may contain payments that an earlier run left
  ///   unknown.
  init(_ path: String, of issuer: Issuer, in environment: Environment) throws {
    (self.path, self.issuer) = (path, issuer)
    do throws(IAPError) {
      file = try environment.makeOwnFile(path)
    } catch {
      if error.reason == .file(path, .existsAlready) { throw KeptUnknowns.exists(path) }
      throw error
    }
  }

  /// Throws if the file exists or cannot be made. Makes no file.
  static func check(_ path: String, in context: Context) throws {
    if context.environment.fileExists(path) { throw exists(path) }
    try context.checkResults(path)
  }

  static func exists(_ path: String) -> UsageError {
    UsageError(ConsumeUsage.unknownsExist(path: path))
  }

  func save(_ payment: Payment) throws(IAPError) {
    do {
      try file.append(Array((line(payment) + "\n").utf8))
    } catch {
      state.withLock { $0.isWhole = false }
      throw error
    }
    state.withLock { $0.count += 1 }
  }

  /// Removes the file if it is empty.
  ///
  /// - Returns: the file, if it contains all payments that were to be saved.
  func close() -> SettlingInput? {
    let (count, wasClosed, isWhole) = state.withLock { state in
      defer { state.isClosed = true }
      return state
    }
    guard count == 0 else { return isWhole ? .kept(path) : nil }
    if !wasClosed { file.remove() }
    return nil
  }

  deinit { _ = close() }

  private func line(_ payment: Payment) -> String {
    let purchase = payment.known
    let texts: [(String, String?)] = [
      ("paymentSeq", purchase.paymentSeq.text), ("accessToken", purchase.accessToken?.revealed),
      ("userID", purchase.userID?.text), ("storeCode", purchase.storeCode?.text),
      ("ticket", payment.ticket), ("outcome", ConsumeResult.Outcome.unknown.rawValue),
      ("server", issuer.server.text), ("appKeyFingerprint", issuer.fingerprint),
    ]
    var members = texts.compactMap { name, text in
      text.map { JSONValue.Member(name, .string($0)) }
    }
    if let product = purchase.productSeq {
      members.append(.init("productSeq", .integer(product)))
    }
    return JSONValue.object(members).line
  }
}
