export { type Client, type ClientOptions, createClient, type Healthz, type Ping } from './client.js'
export {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors.js'
