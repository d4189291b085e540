import JSON
import Testing

struct PresenceTests {
  private let absent = Presence<Int>.absent
  private let null = Presence<Int>.null
  private let seven = Presence.value(7)

  @Test
  func `Only a value counts as a value, and only an absent member as absent`() {
    #expect(absent.value == nil)
    #expect(null.value == nil)
    #expect(seven.value == 7)
    #expect(absent.isAbsent)
    #expect(!null.isAbsent)
    #expect(!seven.isAbsent)
  }

  @Test
  func `Only a value is mapped`() {
    #expect(absent.map { $0 + 1 }.isAbsent)
    #expect(!null.map { $0 + 1 }.isAbsent)
    #expect(null.map { $0 + 1 }.value == nil)
    #expect(seven.map { $0 + 1 }.value == 8)
  }
}
