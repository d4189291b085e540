package import Languages

/// Where something is, and whose it is, within other sentences.
package enum PlaceMessages {
  /// ` of user alice`, or nothing for all users.
  package static func users(_ count: Int, _ first: Identifier?) -> Sentence? {
    switch (count, first) {
    case (0, _): nil
    case (1, let user?): " of user \(user)"
    default: " of \(count, "user", "users")"
    }
  }

  /// ` in market AS (fixture store game.db)`, or nothing for all markets of any place.
  ///
  /// - Parameter isInBrackets: whether it stands behind the number of one payment, which is in brackets
  ///   in some languages.
  package static func place(
    _ markets: [StoreCode], _ name: PlaceName?, isInBrackets: Bool = false
  ) -> Sentence? {
    switch (markets.isEmpty, name.map(self.name)) {
    case (true, nil): nil
    case (true, let place?):
      Sentence(" (\(place))", context: isInBrackets ? "in brackets" : "place")
    case (false, nil):
      Sentence(
        " in \(plural: markets.count, "market", "markets") \(list: markets)",
        context: isInBrackets ? "in brackets" : nil)
    case (false, let place?):
      Sentence(
        " in \(plural: markets.count, "market", "markets") \(list: markets) (\(place))",
        context: isInBrackets ? "in brackets" : nil)
    }
  }

  /// `profile prod, api-iap.cloud.toast.com, app key 3f2a9c…`, or `fixture store game.db, a simulation`.
  package static func name(_ name: PlaceName) -> Sentence {
    let profile: Sentence? = name.profile.map { "profile \($0), " }
    switch name.place {
    case .store(let path): return "\(profile)fixture store \(path), a simulation"
    case .server(let url):
      let address = url.hasPrefix("https://") ? url.dropFirst("https://".count) : url[...]
      return
        "\(profile)\(String(address))\(name.key.map { ", \($0.credential.name) \($0.beginning)" })"
    }
  }

  package static func fixtureStore(_ path: String) -> Sentence { "the fixture store \(path)" }
}
