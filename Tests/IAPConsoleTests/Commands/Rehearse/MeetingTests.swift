import Testing

@testable import IAPConsole

struct MeetingTests {
  @Test
  func `The second one lets the first one go on`() async {
    let meeting = Meeting()
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await meeting.arrive() } }
    }
  }

  @Test
  func `Nobody waits when it is open, or when the task is cancelled`() async {
    let open = Meeting()
    open.open()
    await open.arrive()
    let task = Task { await Meeting().arrive() }
    task.cancel()
    await task.value
  }
}
