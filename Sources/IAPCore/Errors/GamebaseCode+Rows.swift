/// What Gamebase's guide says of its codes.
extension GamebaseCode.Kind {
  static let rows: [Self: Row] = [
    .parameterType: Row(
      [-4_000_001, -4_000_006], .http(.requestInvalid), exit: 76,
      "Parameter of a wrong type",
      when: "a parameter has another type than the documented one",
      remedy: "nothing was applied: check the values that were given"),
    .parameterMissing: Row(
      [-4_000_002, -4_000_004, -4_000_005], .http(.requestInvalid), exit: 76,
      "Parameter missing or unsuitable",
      when: "a required parameter is missing, empty or unsuitable",
      remedy: "nothing was applied: check the user, the payment number and the token"),
    .parameterUndefined: Row(
      [-4_000_003], .http(.requestInvalid), exit: 76,
      "Undefined value in the request",
      when: "the body of the request has a field that the API does not define",
      remedy: "nothing was applied: send only the documented fields"),
    .parameterTooLong: Row(
      [-4_000_008], .http(.requestInvalid), exit: 76, "Parameter too long",
      when: "a parameter is longer than the API allows",
      remedy: "nothing was applied: copy the user and the token again, without other text"),
    .contentType: Row(
      [-4_060_001], .http(.requestInvalid), exit: 76, "Wrong Content-Type",
      when: "the header Content-Type is missing or is not JSON",
      remedy: "nothing was applied: check that no proxy changes the headers"),
    .json: Row(
      [-4_150_001, 5032], .http(.requestInvalid), exit: 76, "Invalid JSON",
      when: "the body of the request is not JSON",
      remedy: "nothing was applied: check that no proxy changes the body"),
    .noSuchAPI: Row(
      [-4_000_007, -4_040_202, -4_060_002, -4_060_003], .http(.requestFailed),
      stopsBatch: true, exit: 76, "No such API or version",
      when: "the server has no such API, or not in this version",
      remedy: "nothing was applied: check that --url is the address of Gamebase's server API"),
    .product: Row(
      [-4_001_002], .iap(.productNotAvailable), exit: 3,
      "Invalid Gamebase product",
      when: "no such product is in Gamebase, or it is not valid",
      remedy: "check in the Gamebase console that the product is registered and in use"),
    .appID: Row(
      [-4_010_001, -4_010_202], .http(.requestFailed), stopsBatch: true, exit: 77,
      "Invalid app ID",
      when: "the app ID in the path is unknown",
      remedy: "copy the app ID from the Gamebase console, and give it with --app-id"),
    .appKey: Row(
      [-4_010_002], .http(.requestFailed), stopsBatch: true, exit: 77,
      "Invalid app key",
      when: "the app key of the Gamebase product is invalid",
      remedy: "check in the Gamebase console that the app ID is that of this product"),
    .notAuthenticated: Row(
      [-4_010_003], .http(.requestFailed), stopsBatch: true, exit: 77,
      "Not authenticated",
      when: "the call needs an authentication that it does not have",
      remedy: "give the secret key of the app with --secret-key-file PATH"),
    .secretKey: Row(
      [-4_010_004], .http(.requestFailed), stopsBatch: true, exit: 77,
      "Invalid secret key",
      when: "the secret key is not that of the app",
      remedy:
        "copy the secret key from the Gamebase console, and give it with --secret-key-file PATH"),
    .loginToken: Row(
      [-4_010_203, -4_010_208], .http(.requestFailed), exit: 77,
      "Invalid or expired access token",
      when: """
        an access token is invalid or expired; probably that of a login, not that of a payment
        """,
      remedy: """
        check the secret key and the app ID first; if only some payments are refused, list them again \
        and use their new tokens
        """),
    .userBlocked: Row(
      [-4_010_204], .iap(.userInvalid), exit: 4,
      "User banned, withdrawn or lost",
      when: "the user is banned, has withdrawn, or the account is lost",
      remedy: "grant nothing; look the user up in the Gamebase console (Member)"),
    .userUnknown: Row(
      [-4_000_402, -4_000_403, -4_000_404, -4_040_401, -4_100_401],
      .iap(.userInvalid), exit: 4, "No such user",
      when: "no such user is in Gamebase, or the user has withdrawn",
      remedy: "check the user ID: it is Gamebase's own, not that of the login provider"),
    .notEnabled: Row(
      [-4_040_201], .http(.requestFailed), stopsBatch: true, exit: 78,
      "Service not enabled",
      when: "the app has not enabled IAP, or not Gamebase itself",
      remedy: "enable Gamebase and IAP in the NHN Cloud console, or give another --app-id"),
    .otherEnvironment: Row(
      [-4_120_201], .http(.requestFailed), stopsBatch: true, exit: 78,
      "Sandbox and real mixed up",
      when:
        "the address is that of the sandbox and the app that of the real environment, or vice versa",
      remedy: "give the address of the app's environment with --url"),
    .internalError: Row(
      (1...4).map { -4_090_000 - $0 } + (1...15).map { -5_000_000 - $0 }
        + (1...8).map { -5_000_200 - $0 }, .http(.requestFailed), exit: 69, "Internal error",
      when: "an error inside Gamebase; a consume may have happened",
      remedy: ErrorRow.settleFirst),
  ]
}
