import IAPCore
import IAPFixtures

extension Context {
  /// The maximum size of a seed in bytes. It is buffered in a temporary file, so that this protects
  /// the disk from an input without end.
  private static let longestSeed = 64 << 30

  func readSeed(_ path: String) throws -> SeedText {
    let environment = environment
    let stream = try openInput(path, .seconds(Int64.max))
    var room = Self.longestSeed
    let read = { () throws(IAPError) -> [UInt8] in
      let piece = try stream.read(1 << 18)
      // Reading a long seed is interrupted between its pieces.
      if let stopped = environment.stopped { throw stopped }
      room -= piece.count
      guard room >= 0 else {
        throw IAPError.iapctl(.inputInvalid, .input(path, .tooLarge(limit: Self.longestSeed)))
      }
      return piece
    }
    do {
      return try SeedText(from: read)
    } catch {
      throw error.namingSeedFile(path)
    }
  }

  /// Makes a store from a seed, the sample game or nothing.
  ///
  /// - Parameter seed: the file of its seed, `-` for standard input; nil for an empty store, or for the
  ///   sample game.
  @discardableResult
  func makeStore(
    at path: String, from seed: String?, isSample: Bool
  ) throws -> [SharedSubscriptionGroup] {
    let text = isSample ? try Sample.seed() : try seed.map(readSeed)
    do {
      return try FixtureStore.create(
        at: path, from: text, options: storeOptions(clock: settings.clock))
    } catch {
      throw settings.attribute(error.namingSeedFile(seed ?? "--sample"))
    }
  }

  /// Opens a store that a command has made for itself, and removes at its end.
  func temporaryStore(at path: String) throws(IAPError) -> FixtureStore {
    var options = storeOptions(clock: nil)
    options.isTemporary = true
    return try FixtureStore(openAt: path, options: options)
  }

  func storeOptions(clock: ClockChange?) -> FixtureStore.Options {
    let environment = environment
    var options = FixtureStore.Options(
      patience: settings.timeout, clock: clock, realTime: environment.clock.realTime,
      stopSignal: { [host = environment.host] in host.stopSignal })
    options.progress = progress
    return options
  }

  /// Opens the fixture store, for commands that work only on one.
  func fixtureStore(isForCheck: Bool = false) throws -> FixtureStore {
    do {
      let (path, clock) = try settings.fixtureStore()
      use(.store(path: path), nil)
      return try FixtureStore(
        openAt: path, options: storeOptions(clock: clock), isForCheck: isForCheck)
    } catch {
      throw settings.attribute(error)
    }
  }

  /// The server that a person names for the journal: also a fixture store, by its file.
  func server(_ name: ServerName?) throws -> ServerName? {
    guard let name, environment.fileExists(name.text) else { return name }
    let store = try FixtureStore(openAt: name.text, options: storeOptions(clock: nil))
    return ServerName(origin: store.traits.origin)
  }
}
