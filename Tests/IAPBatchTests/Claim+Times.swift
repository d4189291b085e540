import IAPBatch

extension Claim {
  /// The claim without the time of the last attempt that was cut off, and without what was confirmed.
  var withoutTimes: Claim { bare(keepsTime: false) }

  /// The claim without the ticket of the attempt whose outcome is unknown, and without what was confirmed.
  var withoutTicket: Claim { if case .unknown = self { .unknown() } else { bare(keepsTime: true) } }

  private func bare(keepsTime: Bool) -> Claim {
    guard var grant else { return self }
    (grant.ticket, grant.recorded) = (nil, nil)
    if !keepsTime { grant.lastCutOff = nil }
    return .granted(grant)
  }
}
