import TestSupport
import Testing

/// Four months of five-minute subscriptions have 35,136 renewals for each, so they are played by the release
/// binary.
@Suite(.blocking)
struct MonthsTests {
  /// A five-minute, a weekly and a monthly subscription, plain and consumable, of a user whose
  /// billing fails for some days and of another one. The time has a leap day, begins at the end of a
  /// month, and some periods end at midnight, where the days end.
  private static let seed: String = {
    var products: [String] = []
    var purchases: [String] = []
    for type in ["AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"] {
      for (period, users) in [
        ("PT5M", ["erin"]), ("P1W", ["erin", "frank"]), ("P1M", ["erin", "frank"]),
      ] {
        products.append(
          """
          {"productIdentifier": "\(type).\(period)", "productType": "\(type)",
           "period": "\(period)", "price": 2.29, "currency": "EUR", "grace": "P5D", "hold": "P1M"}
          """)
        for user in users {
          for time in ["2028-01-31T00:00:00Z", "2028-01-30T23:59:59.999Z"]
          where period != "PT5M" || time.hasSuffix("00Z") {
            purchases.append(
              """
              {"productIdentifier": "\(type).\(period)", "userID": "\(user)",
               "purchaseTime": "\(time)"}
              """)
          }
        }
      }
    }
    return """
      {"format": 1, "clock": "2028-01-31T00:00:00Z", "products": [\(products.joined(separator: ","))],
       "purchases": [\(purchases.joined(separator: ","))]}
      """
  }()

  /// `play days` plays the time in steps of one day, and `play leap` in the largest ones that are
  /// possible. The billing of erin fails twice: until the grace period, and until the hold.
  private static let script = """
    play() {
      export IAPCTL_STORE=$1.db
      $IAPCTL store init $1.db --from seed.json && $1 40 && bill failing && $1 3 && bill ok &&
      $1 30 && bill failing && $1 9 && bill ok && $1 40 &&
      $IAPCTL store dump --with-log | cksum
    }
    leap() { $IAPCTL store advance P$1D -o csv --no-header >> events.txt; }
    days() {
      day=0
      while [ $day -lt $1 ]; do
        $IAPCTL store advance P1D > /dev/null || return; day=$((day + 1))
      done
    }
    bill() { $IAPCTL store set-billing erin $1 > /dev/null; }
    """

  @Test(.released)
  func `Months in a few steps are the same store as their days, with five-minute subscriptions`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.seed, to: "seed.json")
    let run = try Program(in: folder).shell(
      """
      cd '\(folder.path)'
      \(Self.script)
      play days > days.txt & process=$!
      play leap > leap.txt && wait $process && cmp leap.txt days.txt && cat events.txt
      """)
    #expect(run.status == 0, "\(run.errors)")
    // From, to, and the events: renewed, grace, hold, recovered, expired.
    let events = """
      2028-01-31T00:00:00.000Z,2028-03-11T00:00:00.000Z,23088,0,0,0,0
      2028-03-11T00:00:00.000Z,2028-03-14T00:00:00.000Z,4,6,0,0,0
      2028-03-14T00:00:00.000Z,2028-04-13T00:00:00.000Z,17320,0,0,0,0
      2028-04-13T00:00:00.000Z,2028-04-22T00:00:00.000Z,4,6,6,0,0
      2028-04-22T00:00:00.000Z,2028-06-01T00:00:00.000Z,23100,0,0,0,0

      """
    #expect(run.output.replacing("\r\n", with: "\n") == events)
  }
}
