import Records

/// The keys of the objects that are being read. It finds duplicate keys.
struct JSONNames {
  /// The position at which the keys of an object begin.
  struct Place {
    fileprivate let first: Int
    fileprivate let sets: Int
  }

  private var names: [String] = []
  /// Sets of keys, for objects with many members. `first` is the position at which the keys begin.
  private var sets: [(first: Int, names: Set<[UInt8]>)] = []

  /// Up to this number of keys, a linear search is used.
  private static let few = 32

  var place: Place { Place(first: names.count, sets: sets.count) }

  /// - Returns: false if the object already has the name.
  mutating func insert(_ name: String, _ place: Place) -> Bool {
    if names.count - place.first < Self.few {
      for index in place.first..<names.count where name.hasSameBytes(as: names[index]) {
        return false
      }
      if names.isEmpty { names.reserveCapacity(Self.few) }
      names.append(name)
      return true
    }
    if sets.count == place.sets {
      sets.append((place.first, Set(names[place.first...].map { Array($0.utf8) })))
    }
    return sets[place.sets].names.insert(Array(name.utf8)).inserted
  }

  /// Removes the names of an object that ends.
  mutating func remove(from place: Place) {
    if names.count > place.first { names.removeSubrange(place.first...) }
    if sets.count > place.sets { sets.removeSubrange(place.sets...) }
  }
}
