export {
  type Client,
  type ClientOptions,
  createClient,
  type Healthz,
  type Ping,
} from './client.js'
export {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'
export { EvidenceError, type EvidenceErrorCode } from './evidence/evidence-error.js'
export type { DidDocument, EvidenceIssuer } from './evidence/get-key.js'
export { type OfferInput, type VerifiedOffer, verifyOffer } from './evidence/verify-offer.js'
export {
  type ReceiptInput,
  type VerifiedReceipt,
  verifyReceipt,
} from './evidence/verify-receipt.js'
/** Every path and schema of the API, for callers that send requests of their own. */
export type { components as ApiComponents, paths as ApiPaths } from './generated/api.js'
export type { CreateOptions } from './idempotency-key.js'
export { isFinal } from './is-final.js'
export type { Session } from './request.js'
export type { Balance, LimitsInForce } from './resources/billing.js'
export type {
  CatalogItem,
  CatalogPage,
  CatalogQuery,
  DirectoryPage,
  DirectoryQuery,
  DirectoryShop,
  NewShopOrder,
} from './resources/directory.js'
export type { EventPage, EventQuery } from './resources/events.js'
export type { GraphqlResult } from './resources/graphql.js'
export type {
  DeletedItem,
  InventoryItem,
  InventoryPage,
  ItemQuery,
  UpsertedItem,
  UpsertItem,
} from './resources/inventory.js'
export type { Picture, UploadOptions } from './resources/media.js'
export type { NewOrder, OrderedItem, OrderQuote } from './resources/orders.js'
export type { PricingConfig } from './resources/pricing.js'
export type {
  CreatedReceipt,
  NewLine,
  NewReceipt,
  NewStatus,
  PortalReceipt,
  Receipt,
  ReceiptFilter,
  ReceiptPage,
  ReceiptQuery,
  ReceiptStatus,
} from './resources/receipts.js'
export type {
  Funnel,
  HomeReport,
  ItemReport,
  ReportRange,
  SalesSummary,
  SettlementReport,
  SubscriptionReport,
  TaxReport,
} from './resources/reports.js'
export type { LoggedRequest, RequestPage, RequestQuery } from './resources/requests.js'
export type {
  ReserveBalances,
  ReserveDay,
  ReserveRecommendations,
} from './resources/reserve.js'
export type { ShopConfig } from './resources/shop.js'
export type { SiteConfig } from './resources/site.js'
export type { SplitConfig, SplitQuery, SplitTransaction } from './resources/split.js'
export type {
  BillingEvent,
  BillingEventPage,
  BillingEventQuery,
  BillingPlan,
  BillingPlanChange,
  CanceledSubscription,
  ForecastQuery,
  NewBillingPlan,
  NewSubscription,
  Subscription,
  SubscriptionCancel,
  SubscriptionForecast,
  SubscriptionOutline,
  SubscriptionPage,
  SubscriptionQuery,
  SubscriptionSummary,
} from './resources/subscriptions.js'
export type { TaxCatalog, TaxQuery } from './resources/tax.js'
export type { LiveUsers, SearchUsersParams, User, UserPage } from './resources/users.js'
export type {
  DeliveryPage,
  DeliveryQuery,
  NewShopSecret,
  NewWebhook,
  RotatedWebhook,
  RotationOptions,
  ShopSecret,
  Webhook,
  WebhookSettings,
} from './resources/webhooks.js'
export {
  createSpendPermission,
  type PermissionData,
  type PreparedPermission,
  type SpendPermissionInput,
  type SpendPermissionTypedData,
} from './subscriptions/create-spend-permission.js'
export type { TestEvent } from './webhooks/create-test-event.js'
export {
  createTestWebhook,
  type TestWebhook,
  type TestWebhookOptions,
} from './webhooks/create-test-webhook.js'
export { isPaid, type PaidReceiptEvent } from './webhooks/is-paid.js'
export { isReceiptEvent } from './webhooks/is-receipt-event.js'
export type { WebhookHeaders } from './webhooks/read-headers.js'
export {
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookInput,
} from './webhooks/verify-webhook.js'
export { WebhookError, type WebhookErrorCode } from './webhooks/webhook-error.js'
export type {
  FailedReceiptEvent,
  OtherEvent,
  ReceiptEvent,
  UpdatedReceiptEvent,
  WebhookEvent,
} from './webhooks/webhook-event.js'
