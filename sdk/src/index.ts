export {
  type Client,
  type ClientOptions,
  createClient,
  type Healthz,
  type Ping,
  type ShopConfig,
  type SiteConfig,
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
