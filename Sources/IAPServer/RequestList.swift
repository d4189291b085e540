import IAPCore
import IAPFixtures
import IAPWire
import JSON
import Text

/// Selects requests. A property that is nil selects all.
struct RequestSelection: Sendable {
  var operation: IAPOperation?
  var user: Identifier?
  var payment: Identifier?
  var since: Instant?

  static let fields = JSONFields(
    RequestSelection(), reading: .closed,
    [
      .optional(
        "operation", \.operation, .parameter(.choice), "only requests of this operation"),
      .optional("user", \.user, .parameter(.name), "only requests of this user"),
      .optional("payment", \.payment, .parameter(.paymentSeq), "only requests of this payment"),
      .optional(
        "since", \.since, .parameter(.instant), "only requests at this real time or later"),
    ])

  fileprivate func includes(_ entry: RequestLog.Entry) -> Bool {
    (operation == nil || operation == entry.subject.operation)
      && (user == nil || user == entry.subject.user)
      && (payment == nil || payment == entry.subject.payment)
      && (since.map { $0 <= entry.time } ?? true)
  }
}

struct RequestList: Sendable {
  private var dropped = 0
  private var requests: [RequestLog.Entry] = []

  private init() {}

  init(
    _ log: RequestLog, _ selection: RequestSelection, _ store: isolated FixtureStore
  ) throws(IAPError) {
    let contents = log.contents
    dropped = contents.dropped
    let keys = [try store.key(.appKey).revealed, try store.key(.secretKey).revealed]
    var owners: [Identifier: Identifier] = [:]
    for var entry in contents.entries {
      // A consume of the API `service` names only the payment.
      if entry.subject.user == nil, let payment = entry.subject.payment {
        if owners[payment] == nil {
          owners[payment] = try store.read { try $0.payment(numbered: payment)?.userID }
        }
        entry.subject.user = owners[payment]
      }
      guard selection.includes(entry) else { continue }
      entry.shown = ShownRequest(entry)
      requests.append(entry)
    }
    // A key or a token can stand where none belongs.
    let texts = requests.reduce(into: Set<String>()) { $0.formUnion($1.shown.texts) }
    let tokens = try store.read { try $0.tokens(among: texts) }
    for index in requests.indices {
      requests[index].shown.hide { text in
        tokens.contains(text) || keys.contains { text.contains($0) }
      }
    }
  }

  static let codec = JSONFields(
    RequestList(), named: "Requests",
    [
      .written("count", .integer(from: 0), "the number of requests that match") {
        $0.requests.count
      },
      .required(
        "dropped", \.dropped, .integer(from: 0),
        "how many older requests were dropped; the last 10,000 are kept"),
      .required("requests", \.requests, .list(of: request), "in the order in which they came"),
    ]
  ).codec

  private static let request = JSONFields(
    RequestLog.Entry(), named: "Request",
    [
      .required("time", \.time, .instant, "the real time"), .required("method", \.method, .text),
      .required("path", \.path, .text, "without the query"),
      .required(
        "headers", \.shown.headers, .members,
        "their names in lower case; without keys and tokens; none if they are longer than 2 KiB"),
      .nullable(
        "body", \.shown.body, .any,
        "without keys and tokens; null if it is no JSON, or longer than 2 KiB"),
      .nullable("operation", \.subject.operation, .choice, "null for a path of no operation"),
      .nullable(
        "userID", \.subject.user, .identifier, "the user in the request, or that of the payment"),
      .nullable(
        "paymentSeq", \.subject.payment, .identifier,
        "the payment in the request, or the one that it made"),
      .nullable(
        "status", \.status, .integer, "the HTTP status; null if there was no answer, or not yet"),
      .nullable("code", \.code, .integer, "the result code of the answer"),
      .written("fault", JSONCodec<PlannedFault>.fault.nullable, "the fault that applied") {
        $0.faults?.last
      },
      .written(
        "milliseconds", JSONCodec<Int64>.integer(from: 0).nullable,
        "from the whole request to its answer; null if there was no answer, or not yet"
      ) { $0.duration.map { Int64($0 / .milliseconds(1)) } },
    ]
  ).codec
}
