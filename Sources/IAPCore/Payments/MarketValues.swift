/// A value that can differ between markets, such as the app's package.
package struct MarketValues<Value: Sendable>: Sendable {
  /// The value of the markets without one of their own; nil if they have none.
  package var other: Value?
  package var own: [StoreCode: Value]

  package init(_ other: Value? = nil, own: [StoreCode: Value] = [:]) {
    (self.other, self.own) = (other, own)
  }

  package subscript(market: StoreCode) -> Value? { own[market] ?? other }

  package var isEmpty: Bool { other == nil && own.isEmpty }

  /// The same values in another form.
  package func map<Other>(_ change: (Value) -> Other) -> MarketValues<Other> {
    MarketValues<Other>(other.map(change), own: own.mapValues(change))
  }
}

extension MarketValues: Equatable where Value: Equatable {}

extension MarketValues: Hashable where Value: Hashable {
  /// All different values.
  package var all: Set<Value> { Set(own.values).union(other.map { [$0] } ?? []) }
}
