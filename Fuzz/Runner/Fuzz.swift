import Dispatch
import FuzzTargets
import Glibc

/// libFuzzer's loop, as it is declared in FuzzerDriver.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The target, which the variable `FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget.named(name) else {
    print("FUZZ_TARGET is one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    exit(64)
  }
  return target
}()

/// The entry point of libFuzzer. It is called on a thread of its own, because the targets use the
/// main actor.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      try await target.run(input)
    } catch {
      // The trap makes libFuzzer keep the input.
      fatalError("\(target.name): \(error)")
    }
    isDone.signal()
  }
  isDone.wait()
  return 0
}

@main
enum Fuzz {
  static func main() {
    _ = target
    Thread.start {
      var count = CommandLine.argc
      var arguments = CommandLine.unsafeArgv
      exit(runDriver(&count, &arguments, testOneInput))
    }
    dispatchMain()
  }
}

/// A thread with the stack of a main thread, which libFuzzer expects.
private enum Thread {
  static func start(_ body: @escaping @convention(c) () -> Void) {
    var (attributes, thread) = (pthread_attr_t(), pthread_t())
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    pthread_create(
      &thread, &attributes,
      { body in
        unsafeBitCast(body, to: (@convention(c) () -> Void).self)()
        return nil
      }, unsafeBitCast(body, to: UnsafeMutableRawPointer.self))
  }
}
