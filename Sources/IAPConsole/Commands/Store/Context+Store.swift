import IAPCore
import IAPFixtures
import Synchronization

extension Context {
  /// The maximum size of a seed in bytes. It is buffered in a temporary file, so that this protects
  /// the disk from an input without end.
  private static let longestSeed = 64 << 30

  func readSeed(_ path: String) throws -> SeedText {
    let environment = environment
    let stream = try environment.openInput(path, .seconds(Int64.max))
    var room = Self.longestSeed
    return try SeedText { () throws(IAPError) in
      let piece = try stream.read(1 << 18)
      // Reading a long seed is interrupted between its pieces.
      if let stopped = environment.stopped { throw stopped }
      room -= piece.count
      guard room >= 0 else {
        let name = path == "-" ? "standard input" : path
        throw .iapctl(.inputInvalid, .input(name, .tooLarge(limit: Self.longestSeed)))
      }
      return piece
    }
  }

  func storeOptions(clock: ClockChange?) -> FixtureStore.Options {
    let environment = environment
    var options = FixtureStore.Options(
      patience: settings.timeout, clock: clock, realTime: environment.clock.realTime,
      stopSignal: { [host = environment.host] in host.stopSignal })
    let progress = SharedProgress(
      Progress(
        on: messages, clock: environment.clock.monotonicTime,
        isShown: environment.errors.isTerminal && !settings.isQuiet))
    options.progress = { progress.advance(to: $0) }
    return options
  }

  /// Opens the fixture store, for commands that work only on one.
  func fixtureStore(isForCheck: Bool = false) throws -> FixtureStore {
    do {
      let (path, clock) = try settings.fixtureStore()
      return try FixtureStore(
        openAt: path, options: storeOptions(clock: clock), isForCheck: isForCheck)
    } catch {
      throw settings.attribute(error)
    }
  }
}

/// The progress of a store that brings itself up to its time.
private final class SharedProgress: Sendable {
  private let progress: Mutex<Progress>

  init(_ progress: sending Progress) { self.progress = Mutex(progress) }

  /// - Parameter done: nil at the end.
  func advance(to done: Int?) {
    progress.withLock { progress in
      if let done { progress.advance(to: done, of: nil) } else { progress.end() }
    }
  }
}
