/// The keys of the objects that are being read: tells when one comes again.
struct JSONNames {
  /// Where the names of an object begin.
  struct Place {
    fileprivate let first: Int
    fileprivate let sets: Int
  }

  private var names: [String] = []
  /// Objects with many members, by where their names begin.
  private var sets: [(first: Int, names: Set<[UInt8]>)] = []

  /// As many are looked through one by one.
  private static let few = 32

  init() { names.reserveCapacity(Self.few) }

  var place: Place { Place(first: names.count, sets: sets.count) }

  /// - Returns: false if the object has the name.
  mutating func insert(_ name: String, _ place: Place) -> Bool {
    if names.count - place.first < Self.few {
      for index in place.first..<names.count where name.isSame(as: names[index]) { return false }
      names.append(name)
      return true
    }
    if sets.count == place.sets {
      sets.append((place.first, Set(names[place.first...].map { Array($0.utf8) })))
    }
    return sets[place.sets].names.insert(Array(name.utf8)).inserted
  }

  /// Forgets the names of an object that ends.
  mutating func remove(from place: Place) {
    if names.count > place.first { names.removeSubrange(place.first...) }
    if sets.count > place.sets { sets.removeSubrange(place.sets...) }
  }
}
