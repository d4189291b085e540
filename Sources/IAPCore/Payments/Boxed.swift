/// A large value behind one reference: what contains it is small, and costs little to pass on. Only a box
/// that nothing else has is changed.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
  private final class Box: @unchecked Sendable {
    /// Not checked at run time: whoever changes it has the only reference.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    @inline(__always) _read { yield box.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {
  static func == (left: Boxed, right: Boxed) -> Bool {
    left.box === right.box || left.wrappedValue == right.wrappedValue
  }
}

extension Boxed: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Boxed: CustomStringConvertible {
  var description: String { "\(wrappedValue)" }
}
