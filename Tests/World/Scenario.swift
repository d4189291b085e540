/// What can go wrong in a world.
package enum Fault: Int, CaseIterable, Sendable {
  case refusedRequest, notSent, lostRequest, lostAnswer, lateRequest, tooManyRequests, unavailable
  case serverError, unclearCode, strangeAnswer, finalStatus, noList
  case kill, stop, powerCut, machineSleep, interrupt, closedOutput
  case commandFails, commandHangs, commandKilled, supervisorKilled
  case fullDisk, unacknowledged, cutDatabase, restoredJournal, replacedJournal
  case rival, refund, rightSettlement, wrongSettlement, takeOver, clockJump
}

/// A world as its seed makes it, and what is left out of it to make it shorter.
package struct Scenario: Hashable, Sendable {
  package var seed: UInt64
  /// The most payments; nil for as many as the seed says.
  package var payments: Int?
  /// The most runs before the last ones; nil for as many as the seed says.
  package var runs: Int?
  /// Faults that do not happen.
  package var without: Set<Fault> = []
  /// The numbers of single faults that do not happen.
  package var skipped: Set<Int> = []

  /// Whether a proof must hold that depends on a clock that is wrong. The journal keeps the time of day of
  /// each machine, so it does not hold: 'simulate clocks'.
  package var distrustsClocks = false

  package init(seed: UInt64) { self.seed = seed }
}

/// Random numbers that follow from a seed and the name of what they are for, so that one thing less does
/// not change all others.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64, _ place: UInt64) {
    state = Dice.mixed(seed &+ 0x9e37_79b9_7f4a_7c15 &* (place &+ 1))
  }

  static func mixed(_ value: UInt64) -> UInt64 {
    var bits = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Dice.mixed(state)
  }

  /// From 0 up to, but not including, a number.
  mutating func below(_ most: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % max(1, most) }

  mutating func chance(_ share: Double) -> Bool {
    Double(next() >> 11) * 0x1p-53 < share
  }

  /// Between two times in milliseconds.
  mutating func between(_ least: Int, _ most: Int) -> Moment {
    Moment(least + below(most - least + 1)) * 1000 + Moment(below(1000))
  }
}

/// A time of a world, in microseconds from its beginning.
typealias Moment = Int64

extension Moment {
  static func seconds(_ count: Int) -> Moment { Moment(count) * 1_000_000 }
  var duration: Duration { .microseconds(self) }
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

/// What happens when, the earliest first, and what was planned first of what happens together.
struct Agenda {
  struct Item {
    let time: Moment
    let number: UInt32
    let action: () -> Void

    static func < (left: Item, right: Item) -> Bool {
      left.time == right.time ? left.number < right.number : left.time < right.time
    }
  }

  private var heap: [Item] = []
  private var count: UInt32 = 0

  mutating func add(_ time: Moment, _ action: @escaping () -> Void) {
    count += 1
    heap.append(Item(time: time, number: count, action: action))
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func next() -> Item? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[place] else { break }
      heap.swapAt(place, child)
      place = child
    }
    return first
  }

  mutating func clear() { heap = [] }
}
