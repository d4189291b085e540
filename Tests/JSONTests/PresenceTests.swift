import JSON
import Testing

struct PresenceTests {
  private let absent = Presence<Int>.absent
  private let null = Presence<Int>.null
  private let seven = Presence.value(7)

  @Test("Only a value is a value, and only what is absent is absent")
  func value() {
    #expect(absent.value == nil)
    #expect(null.value == nil)
    #expect(seven.value == 7)
    #expect(absent.isAbsent)
    #expect(!null.isAbsent)
    #expect(!seven.isAbsent)
  }

  @Test("Where there is a default, null asks for it")
  func orDefault() {
    #expect(absent.orDefault.isAbsent)
    #expect(null.orDefault.isAbsent)
    #expect(seven.orDefault.value == 7)
  }

  @Test("What is absent agrees with everything, null with nothing, a value with its equal")
  func agrees() {
    #expect(absent.agrees(with: 7))
    #expect(absent.agrees(with: nil))
    #expect(null.agrees(with: nil))
    #expect(!null.agrees(with: 7))
    #expect(seven.agrees(with: 7))
    #expect(!seven.agrees(with: 8))
    #expect(!seven.agrees(with: nil))
  }

  @Test("Only a value is transformed")
  func map() {
    #expect(absent.map { $0 + 1 }.isAbsent)
    #expect(!null.map { $0 + 1 }.isAbsent)
    #expect(null.map { $0 + 1 }.value == nil)
    #expect(seven.map { $0 + 1 }.value == 8)
  }
}
