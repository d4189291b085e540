/// What Gamebase's guide says of its codes.
extension GamebaseCode {
  static let kindRows: [Kind: ErrorRow] = [
    .parameterType: ErrorRow(
      exit: 76, "Parameter of a wrong type",
      when: "a parameter has another type than the documented one",
      remedy: "nothing was applied: check the values that were given"),
    .parameterMissing: ErrorRow(
      exit: 76, "Parameter missing or unsuitable",
      when: "a required parameter is missing, empty or unsuitable",
      remedy: "nothing was applied: check the user, the payment number and the token"),
    .parameterUndefined: ErrorRow(
      exit: 76,
      "Undefined value in the request",
      when: "the body of the request has a field that the API does not define",
      remedy: "nothing was applied: send only the documented fields"),
    .parameterTooLong: ErrorRow(
      exit: 76, "Parameter too long",
      when: "a parameter is longer than the API allows",
      remedy: "nothing was applied: copy the user and the token again, without other text"),
    .contentType: ErrorRow(
      exit: 76, "Wrong Content-Type",
      when: "the header Content-Type is missing or is not JSON",
      remedy: "nothing was applied: check that no proxy changes the headers"),
    .json: ErrorRow(
      exit: 76, "Invalid JSON",
      when: "the body of the request is not JSON",
      remedy: "nothing was applied: check that no proxy changes the body"),
    .noSuchAPI: ErrorRow(
      exit: 76, "No such API or version",
      when: "the server has no such API, or not in this version",
      remedy: "nothing was applied: check that --url is the address of Gamebase's server API"),
    .product: ErrorRow(
      exit: 3, "Invalid Gamebase product",
      when: "no such product is in Gamebase, or it is not valid",
      remedy: "check in the Gamebase console that the product is registered and in use"),
    .appID: ErrorRow(
      exit: 77, "Invalid app ID",
      when: "the app ID in the path is unknown",
      remedy: "copy the app ID from the Gamebase console, and give it with --app-id"),
    .appKey: ErrorRow(
      exit: 77, "Invalid app key",
      when: "the app key of the Gamebase product is invalid",
      remedy: "check in the Gamebase console that the app ID is that of this product"),
    .notAuthenticated: ErrorRow(
      exit: 77, "Not authenticated",
      when: "the call needs an authentication that it does not have",
      remedy: "give the secret key of the app with --secret-key-file PATH"),
    .secretKey: ErrorRow(
      exit: 77, "Invalid secret key",
      when: "the secret key is not that of the app",
      remedy:
        "copy the secret key from the Gamebase console, and give it with --secret-key-file PATH"),
    .loginToken: ErrorRow(
      exit: 77,
      "Invalid or expired access token",
      when: """
        an access token is invalid or expired; probably that of a login, not that of a payment
        """,
      remedy: """
        check the secret key and the app ID first; if only some payments are refused, list them again \
        and use their new tokens
        """),
    .userBlocked: ErrorRow(
      exit: 4,
      "User banned, withdrawn or lost",
      when: "the user is banned, has withdrawn, or the account is lost",
      remedy: "grant nothing; look the user up in the Gamebase console (Member)"),
    .userUnknown: ErrorRow(
      exit: 4, "No such user",
      when: "no such user is in Gamebase, or the user has withdrawn",
      remedy: "check the user ID: it is Gamebase's own, not that of the login provider"),
    .notEnabled: ErrorRow(
      exit: 78, "Service not enabled",
      when: "the app has not enabled IAP, or not Gamebase itself",
      remedy: "enable Gamebase and IAP in the NHN Cloud console, or give another --app-id"),
    .otherEnvironment: ErrorRow(
      exit: 78, "Sandbox and real mixed up",
      when:
        "the address is that of the sandbox and the app that of the real environment, or vice versa",
      remedy: "give the address of the app's environment with --url"),
    .internalError: ErrorRow(
      exit: 69, "Internal error",
      when: "an error inside Gamebase; a consume may have happened",
      remedy: """
        a query can be repeated; if a consume was sent, neither grant nor revoke before it is \
        settled with: iapctl consume PAYMENT_SEQ --resume
        """),
  ]
}
