import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The routes by which a test reads and empties the log of requests.
enum RequestLogRoutes {
  static let routes = [
    Route(
      WireOperation(
        .fixture, path,
        "the last requests in their order, without those that steer the store", .lookup,
        RequestSelection.fields, RequestList.codec)
    ) { selection, store, log in try RequestList(log, selection, store) },
    Route(
      WireOperation(
        .fixture, path, "empty the list of requests", .removal, emptyRequest,
        .count("the requests that were in the list"))
    ) { _, _, log in log.removeAll() },
  ]

  private static let path = "/fixture/v1/requests"
}
