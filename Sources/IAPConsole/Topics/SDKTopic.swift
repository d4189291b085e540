import CommandLine

/// The calls of the SDK and of the guides, each with the command that does it.
enum SDKTopic {
  static let topic = Topic(
    "sdk", "the calls of the SDK and the command for each",
    [
      Part(
        "Calls of the SDK",
        [
          .definitions([
            Definition("requestProducts", "iapctl products (--invalid, --all)"),
            Definition("purchase, payload", "iapctl purchase PRODUCT_ID --payload TEXT"),
            Definition(
              "shouldAddStorePurchase", "iapctl purchase --promotion (--defer), purchase --deferred"
            ),
            Definition(
              "requestConsumablePurchases", "iapctl unconsumed --user ID --market CODE"),
            Definition("requestAllMarketsConsumablePurchases", "iapctl unconsumed --user ID"),
            Definition("consume", "iapctl consume PAYMENT_SEQ --user ID"),
            Definition(
              "requestActiveSubscriptions", "iapctl subscriptions --user ID --market CODE"),
            Definition(
              "requestAllMarketsActiveSubscriptions, requestActivePurchases",
              "iapctl subscriptions --user ID"),
            Definition("restore", "iapctl restore --user ID"),
            Definition("processesIncompletePurchases", "iapctl reprocess --user ID"),
            Definition(
              "the page where a user manages subscriptions", "iapctl subscriptions --manage-url"),
            Definition("NHNCloudIAPErrorExpired, ToastIAPErrorExpired", "iapctl explain NAME"),
          ]),
          .paragraph(
            "Purchase, restore and reprocess work on fixture stores and over --api fixture: no "
              + "documented call of the service does them, only the app."),
        ]),
      Part(
        "Calls of the server API",
        [
          .definitions([
            Definition("POST /v1/service/consumable", "iapctl unconsumed"),
            Definition("POST /v1/service/consume", "iapctl consume"),
            Definition("POST /v1/service/activeSubscriptionList", "iapctl subscriptions"),
            Definition("GET /standard/item/list/{appSeq}", "iapctl products --app-seq N"),
          ])
        ]),
    ])
}
