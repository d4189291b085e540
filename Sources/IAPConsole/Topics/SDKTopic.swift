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
            Definition(
              "initWithConfiguration, configurationWithAppKey, initWithAppKey",
              "iapctl config init; what the SDK completes then: iapctl reprocess --user ID"),
            Definition("setUserID", "--user ID with each command, or iapctl config set user ID"),
            Definition("requestProducts", "iapctl products (--invalid, --all)"),
            Definition("purchase, payload", "iapctl purchase PRODUCT_ID --payload TEXT"),
            Definition(
              "didReceivePurchaseResult, didFailPurchaseProduct",
              "what iapctl purchase prints, and its exit status"),
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
          ])
        ]),
      Part(
        "Calls of the old SDK's API (--api legacy)",
        [
          .definitions([
            Definition(
              "GET /standard/item/list/{appSeq}",
              "iapctl products --app-seq N, with --api service too"),
            Definition(
              "POST /standard/inapp/v1/consumable/list", "iapctl unconsumed --app-seq N"),
            Definition("POST /inapp/v3/consume/{paymentSeq}/items/{itemSeq}", "iapctl consume"),
          ])
        ]),
      Part(
        "Calls of Gamebase (--api gamebase), below /tcgb-inapp/v1.3/apps/{appId}",
        [
          .definitions([
            Definition("POST /consumable", "iapctl unconsumed"),
            Definition("POST /consume", "iapctl consume"),
            Definition(
              "GET /payment/transaction", "iapctl payment show PAYMENT_SEQ --token-file FILE"),
            Definition(
              "POST /active-subscriptions", "iapctl subscriptions (--include-on-hold)"),
            Definition(
              "POST /subscriptions/status", "iapctl subscriptions --of-payments FILE"),
            Definition(
              "/subscriptions/cancel, /subscriptions/revoke",
              "none: use the console of Google Play"),
          ])
        ]),
    ])
}
