export {
  type Client,
  type ClientOptions,
  createClient,
  type DeletedItem,
  type Healthz,
  type InventoryItem,
  type InventoryPage,
  type ItemQuery,
  type Ping,
  type ShopConfig,
  type SiteConfig,
  type UpsertedItem,
  type UpsertItem,
} from './client.js'
export type {
  DeliveryPage,
  DeliveryQuery,
  EventPage,
  NewWebhook,
  Webhook,
  WebhookSettings,
} from './create-webhook-calls.js'
export {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'
export type {
  CreatedReceipt,
  CreateOptions,
  NewLine,
  NewOrder,
  NewReceipt,
  NewStatus,
  OrderedItem,
  OrderQuote,
  PortalReceipt,
  Receipt,
  ReceiptPage,
  ReceiptQuery,
  ReceiptStatus,
} from './receipt-types.js'
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
