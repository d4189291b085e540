import IAPCore
import IAPFixtures
import IAPWire
import JSON
import Records

/// The routes of the dialect `service`. If the market of a request is switched off, the response is
/// an error, never an empty list.
enum ServiceRoutes {
  static let routes = [
    Route(ServiceAPI.consume, as: .consume, example: RouteTable.example) { try $1.consumeOne($0) },
    Route(
      ServiceAPI.unconsumed, as: .unconsumed,
      example: ServiceAPI.ListRequest("alice", in: .appStore), append: appendPayments
    ) { request, store, _ in
      var query = UnconsumedQuery(owner: .user(request.user))
      query.markets = [request.market]
      return try store.wholeUnconsumedRecords(query, columns)
    },
    Route(
      ServiceAPI.subscriptions, as: .subscriptions,
      example: ServiceAPI.ListRequest("bob", in: .appStore, package: "com.example.game")
    ) { try subscriptions($0, of: $1) },
  ]

  /// Writes what the codec of a payment would write, without a `Purchase` for each payment.
  @Sendable private static func appendPayments(_ pages: [RecordBatch], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    let start = bytes.count
    for page in pages {
      page.read { records in
        for record in 0..<records.count {
          paymentWriter.append(record, of: records, to: &bytes)
          bytes.append(UInt8(ascii: ","))
        }
      }
    }
    // The end takes the place of the comma after the last payment.
    if bytes.count > start { bytes.removeLast() }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The fields of a purchase that the list has, in the order of the list.
  private static let fields = ServiceAPI.payment.schema.members.compactMap { member in
    Purchase.fields.first { $0.name == member.name }
  }

  private static let paymentWriter = JSONRecordWriter(
    fields.enumerated().map { ($1.name, $0) }, showsSecrets: true)

  private static let columns = PurchaseColumns(fields)

  private static func subscriptions(
    _ request: ServiceAPI.ListRequest, of store: isolated FixtureStore
  ) throws -> [ServiceAPI.ListedSubscription] {
    let package = request.package
    let packages = try store.read { try $0.registration() }.packages
    guard package == packages[request.market] ?? package else {
      throw JSONProblem(place: "packageName", problem: "not that of the market")
    }
    var query = SubscriptionQuery(user: request.user)
    query.markets = [request.market]
    return try store.subscriptions(query).whole().map {
      ServiceAPI.ListedSubscription($0, package: package)
    }
  }
}
