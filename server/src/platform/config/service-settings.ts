import {
  anyText,
  baseUrl,
  databaseUrl,
  integer,
  listOf,
  matching,
  oneOf,
  postUrl,
  wallet,
} from './parsers.js'
import { optional, setting } from './setting.js'

const port = integer(0, 65_535)

/** Settings of the process, its logs and its database. */
export const serviceSettings = {
  mode: setting(
    'MODE',
    oneOf('sandbox', 'live'),
    'sandbox',
    'sandbox: embedded services and test money. live: real money; does not start with an incomplete configuration.',
  ),
  role: setting(
    'ROLE',
    oneOf('all', 'web', 'worker', 'sandbox'),
    'all',
    'Role of this process: serve requests (web), run background jobs (worker), or both (all). sandbox: only run the embedded database and chain for other processes on the same DATA_DIR.',
  ),
  host: setting(
    'HOST',
    anyText,
    '127.0.0.1',
    'IP address to listen on. Use 0.0.0.0 in a container.',
  ),
  port: setting('PORT', port, '3000', 'Port to listen on. 0 picks a free port.'),
  metricsPort: setting(
    'METRICS_PORT',
    port,
    '9464',
    'Private port for Prometheus metrics, on 127.0.0.1 only. 0 picks a free port.',
  ),
  drainMs: setting(
    'DRAIN_MS',
    integer(0, 30_000),
    '0',
    'How long a stopping process still serves requests while /healthz answers 503, so that a load balancer can direct requests to others. Set it to more than the time in which its health checks notice.',
  ),
  baseUrl: optional(
    'BASE_URL',
    baseUrl('http', 'https'),
    'Public URL of the service. Default: http://localhost:PORT. Live mode requires https.',
  ),
  payUrl: optional(
    'PAY_URL',
    baseUrl('http', 'https'),
    'Base URL of payment links, when it differs from BASE_URL.',
  ),
  dataDir: setting(
    'DATA_DIR',
    anyText,
    '.data',
    'Directory of the snapshot and journal for outages, and in sandbox mode of the embedded database, the chain, the secrets and demo.json.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'info: changes of money or state. debug: also one line per request.',
  ),
  logFormat: optional(
    'LOG_FORMAT',
    oneOf('pretty', 'json'),
    'pretty: readable lines. json: one object per line. Default: pretty on a terminal, json elsewhere.',
  ),
  alertWebhookUrl: optional(
    'ALERT_WEBHOOK_URL',
    postUrl,
    'Receives one signed POST when an alert fires and one when it is resolved. http and private addresses are allowed.',
  ),
  alertWebhookSecret: optional(
    'ALERT_WEBHOOK_SECRET',
    anyText,
    'Signs the requests to ALERT_WEBHOOK_URL, and is required with it. 32 random bytes.',
  ),
  limitsFile: optional(
    'LIMITS_FILE',
    anyText,
    'JSON file with limits, prices of plans and the platform fee that replace the defaults. Read again within 5 seconds when it changes. See docs/limits.md.',
  ),
  ownMerchants: setting(
    'OWN_MERCHANTS',
    listOf(wallet),
    '',
    'Wallets of your own shops, separated by commas. They have no limits of plans and no limit of stored kilobytes. In sandbox mode the demo shops are always among them.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    databaseUrl('read-write'),
    'PostgreSQL 15 or newer. Several servers of a cluster: postgres://user:password@host1:5432,host2:5432/name?target_session_attrs=read-write. If unset, sandbox mode runs its own server in DATA_DIR.',
  ),
  databaseReadUrl: optional(
    'DATABASE_READ_URL',
    databaseUrl('standby'),
    'Streaming replica that answers lists, searches and reports. They never miss a write that was acknowledged: the primary answers while the replica lags or fails. Several: host1:5432,host2:5432 with target_session_attrs=standby. See docs/scaling.md.',
  ),
  databaseStatements: setting(
    'DB_STATEMENTS',
    oneOf('named', 'unnamed'),
    'named',
    'unnamed: sends no prepared statements and sets nothing in a session, for PgBouncer in transaction mode. See docs/scaling.md.',
  ),
  installationId: optional(
    'INSTALLATION_ID',
    matching(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes and underscores'),
    'Part of the addresses of every new receipt and split. Default: a random id in the database. Set it in every process that uses a copy of a database, so that the copy has other deposit addresses than the original.',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    integer(1, 500),
    '10',
    'Maximum number of connections from this process to PostgreSQL.',
  ),
}
