import CommandLine

/// The calls of the SDK and of the guides, each with the command that does it.
enum SDKTopic {
  static let topic = Topic(
    "sdk", "the calls of the SDK and the command for each",
    [
      Part(
        "Calls of the SDK",
        [
          .words([
            "initWithConfiguration, configurationWithAppKey, initWithAppKey":
              "iapctl config init; what the SDK completes then: iapctl reprocess --user ID",
            "setUserID": "--user ID with each command, or iapctl config set user ID",
            "requestProducts": "iapctl products (--invalid, --all)",
            "purchase, payload": "iapctl purchase PRODUCT_ID --payload TEXT",
            "didReceivePurchaseResult, didFailPurchaseProduct":
              "what iapctl purchase prints, and its exit status",
            "shouldAddStorePurchase": "iapctl purchase --promotion (--defer), purchase --deferred",
            "requestConsumablePurchases": "iapctl unconsumed --user ID --market CODE",
            "requestAllMarketsConsumablePurchases": "iapctl unconsumed --user ID",
            "consume": "iapctl consume PAYMENT_SEQ --user ID",
            "requestActiveSubscriptions": "iapctl subscriptions --user ID --market CODE",
            "requestAllMarketsActiveSubscriptions, requestActivePurchases":
              "iapctl subscriptions --user ID",
            "restore": "iapctl restore --user ID",
            "processesIncompletePurchases": "iapctl reprocess --user ID",
            "the page where a user manages subscriptions": "iapctl subscriptions --manage-url",
            "NHNCloudIAPErrorExpired, ToastIAPErrorExpired": "iapctl explain NAME",
          ]),
          .paragraph(
            "Purchase, restore and reprocess work on fixture stores and over --api fixture: no "
              + "documented call of the service does them, only the app."),
        ]),
      Part(
        "Calls of the server API",
        [
          .words([
            "POST /v1/service/consumable": "iapctl unconsumed",
            "POST /v1/service/consume": "iapctl consume",
            "POST /v1/service/activeSubscriptionList": "iapctl subscriptions",
          ])
        ]),
      Part(
        "Calls of the old SDK's API (--api legacy)",
        [
          .words([
            "GET /standard/item/list/{appSeq}":
              "iapctl products --app-seq N, with --api service too",
            "POST /standard/inapp/v1/consumable/list": "iapctl unconsumed --app-seq N",
            "POST /inapp/v3/consume/{paymentSeq}/items/{itemSeq}": "iapctl consume",
          ])
        ]),
      Part(
        "Calls of Gamebase (--api gamebase), below /tcgb-inapp/v1.3/apps/{appId}",
        [
          .words([
            "POST /consumable": "iapctl unconsumed",
            "POST /consume": "iapctl consume",
            "GET /payment/transaction": "iapctl payment show PAYMENT_SEQ --token-file FILE",
            "POST /active-subscriptions": "iapctl subscriptions (--include-on-hold)",
            "POST /subscriptions/status": "iapctl subscriptions --of-payments FILE",
            "/subscriptions/cancel, /subscriptions/revoke": "none: use the console of Google Play",
          ])
        ]),
    ])
}
