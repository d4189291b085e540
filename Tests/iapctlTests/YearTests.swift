import TestSupport
import Testing

/// A year of five-minute subscriptions has 105,120 renewals for each, so it is played by the release
/// binary.
@Suite(.blocking)
struct YearTests {
  /// A five-minute, a weekly and a monthly subscription, plain and consumable, of a user whose
  /// billing fails for some days and of another one. The year has a leap day, begins at the end of a
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

  /// `play days` plays a year in steps of one day, and `play leap` in the largest ones that are
  /// possible. The billing of erin fails twice: until the grace period, and until the hold.
  private static let script = """
    play() {
      export IAPCTL_STORE=$1.db
      $IAPCTL store init $1.db --from seed.json && $1 99 && bill failing && $1 3 && bill ok &&
      $1 90 && bill failing && $1 9 && bill ok && $1 165 &&
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
  func `A year in a few steps is the same store as its 366 days, with five-minute subscriptions`()
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
      2028-01-31T00:00:00.000Z,2028-05-09T00:00:00.000Z,57160,0,0,0,0
      2028-05-09T00:00:00.000Z,2028-05-12T00:00:00.000Z,0,2,0,0,0
      2028-05-12T00:00:00.000Z,2028-08-10T00:00:00.000Z,51968,0,0,0,0
      2028-08-10T00:00:00.000Z,2028-08-19T00:00:00.000Z,4,6,6,0,0
      2028-08-19T00:00:00.000Z,2029-01-31T00:00:00.000Z,95276,0,0,0,0

      """
    #expect(run.output.replacing("\r\n", with: "\n") == events)
  }
}
