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
export {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'
