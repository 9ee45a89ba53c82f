import {
  anyText,
  baseAddress,
  feeds,
  flag,
  integer,
  listOf,
  matching,
  network,
  oneOf,
  type Parser,
  postAddress,
  privateAddress,
  rates,
  wallet,
} from './parsers.js'

/** One environment variable. `NAME_FILE` may name a file that holds the value instead. */
export type Setting<Value> = {
  name: string
  /** Why an operator would set it; becomes the comment in `.env.example`. */
  about: string
  parse: Parser<Value>
  /** Written as in the environment. Without one the setting may be absent. */
  fallback?: string
}

/** A setting that is always there, because it has a default. */
function setting<Value>(name: string, parse: Parser<Value>, fallback: string, about: string) {
  return { name, about, parse, fallback } satisfies Setting<Value>
}

/** A setting that may be absent. */
function optional<Value>(name: string, parse: Parser<Value>, about: string) {
  return { name, about, parse } satisfies Setting<Value>
}

const port = integer(0, 65_535)
const privateKey = matching(/^0x[0-9a-fA-F]{64}$/, 'must be a private key (0x and 64 hex digits)')
const headerWord = matching(/^[A-Za-z][A-Za-z0-9-]{0,31}$/, 'must be a word of letters and digits')
const key = matching(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits and dashes')

/**
 * Every variable the service reads, in the order of `.env.example`.
 * What live mode demands of them on top stands in `live-rules.ts`.
 */
export const settings = {
  mode: setting(
    'MODE',
    oneOf('sandbox', 'live'),
    'sandbox',
    'sandbox: embedded database and chain, test money. live: real money, requires a complete configuration.',
  ),
  role: setting(
    'ROLE',
    oneOf('all', 'web', 'worker', 'sandbox'),
    'all',
    'web: serve requests. worker: run background jobs. all: both. sandbox: only run the embedded database and chain for other processes with the same DATA_DIR.',
  ),
  host: setting('HOST', anyText, '127.0.0.1', 'Address to listen on. Use 0.0.0.0 in a container.'),
  port: setting('PORT', port, '3000', 'Port to listen on. 0 selects a free port.'),
  metricsPort: setting(
    'METRICS_PORT',
    port,
    '9464',
    'Private port for Prometheus metrics, on 127.0.0.1 only. 0 selects a free port.',
  ),
  baseUrl: optional(
    'BASE_URL',
    baseAddress('http', 'https'),
    'Public URL of the service. Default: http://localhost:PORT. Must be https in live mode.',
  ),
  payUrl: optional(
    'PAY_URL',
    baseAddress('http', 'https'),
    'URL of payment links, if it differs from BASE_URL.',
  ),
  dataDir: setting(
    'DATA_DIR',
    anyText,
    '.data',
    'Folder for the embedded database, the sandbox chain, sandbox secrets and demo.json.',
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
    'pretty: readable lines. json: one object per line. Default: pretty on a terminal, otherwise json.',
  ),
  alertWebhookUrl: optional(
    'ALERT_WEBHOOK_URL',
    postAddress,
    'Receives a signed POST when an alert fires and when it is resolved. May be http and a private address.',
  ),
  alertWebhookSecret: optional(
    'ALERT_WEBHOOK_SECRET',
    anyText,
    'Signs the requests to ALERT_WEBHOOK_URL, and is required with it. 32 random bytes.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    privateAddress('postgres', 'postgresql'),
    'PostgreSQL 15 or newer. Without it, sandbox mode runs its own server in DATA_DIR.',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    integer(1, 500),
    '10',
    'Maximum number of PostgreSQL connections of this process.',
  ),
  chainRpcUrl: optional(
    'CHAIN_RPC_URL',
    listOf(privateAddress('http', 'https', 'ws', 'wss')),
    'JSON-RPC URLs of the chain, separated by commas, preferred one first. Without it, sandbox mode runs its own chain.',
  ),
  sandboxChain: setting(
    'SANDBOX_CHAIN',
    oneOf('on', 'off'),
    'on',
    'Whether sandbox mode runs its own chain in DATA_DIR when CHAIN_RPC_URL is not set.',
  ),
  chainId: optional(
    'CHAIN_ID',
    integer(1, 999_999_999_999),
    'Chain that settles payments. Default: 84532 in sandbox mode, 8453 in live mode.',
  ),
  confirmations: optional(
    'CONFIRMATIONS',
    integer(1, 1_000),
    'Confirmations before a payment counts as paid. The default depends on the chain.',
  ),
  platformWallet: optional(
    'PLATFORM_WALLET',
    wallet,
    "Receives the platform's share of every split. Default: a public test wallet in sandbox mode, none in live mode.",
  ),
  platformAdmins: setting(
    'PLATFORM_ADMINS',
    listOf(wallet),
    '',
    'Wallets of platform operators, separated by commas.',
  ),
  relayerPrivateKey: optional(
    'RELAYER_PRIVATE_KEY',
    privateKey,
    'Pays gas for flushes, splits and charges. Default: a public test wallet in sandbox mode, none in live mode.',
  ),
  settleMinUsd: setting(
    'SETTLE_MIN_USD',
    integer(0, 1_000_000),
    '5',
    'Live mode: minimum balance in USD of a payout address before it is forwarded, to save gas.',
  ),
  settleWithinHours: setting(
    'SETTLE_WITHIN_HOURS',
    integer(1, 8_760),
    '24',
    'Live mode: smaller balances are forwarded after this many hours.',
  ),
  masterKey: optional(
    'MASTER_KEY',
    anyText,
    'Protects developer keys and the audit log. Keep a copy. 32 random bytes.',
  ),
  jwtSecret: optional('JWT_SECRET', anyText, 'Signs session cookies. 32 random bytes.'),
  jwtPreviousSecret: optional(
    'JWT_PREVIOUS_SECRET',
    anyText,
    'The previous JWT_SECRET, which keeps existing sessions valid. Remove it 12 hours after the change.',
  ),
  cronSecret: optional(
    'CRON_SECRET',
    anyText,
    'Authenticates the scheduler at the charge endpoints. 32 random bytes.',
  ),
  edgeSecret: optional(
    'EDGE_SECRET',
    anyText,
    'If set, every request except /healthz must carry it in X-Edge-Secret, which your edge proxy adds.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    listOf(network),
    '',
    'Proxies whose X-Forwarded-* headers are trusted, as addresses or CIDR ranges.',
  ),
  serviceName: setting(
    'SERVICE_NAME',
    headerWord,
    'Service',
    'Name in webhook headers and user agent, such as X-Service-Signature and Service-Webhook/1.0.',
  ),
  brandKey: setting(
    'BRAND_KEY',
    key,
    'default',
    'Name of this deployment in the directory and in webhooks.',
  ),
  siteConfigFile: optional('SITE_CONFIG_FILE', anyText, 'JSON file with the site defaults.'),
  siteConfigPublic: setting(
    'SITE_CONFIG_PUBLIC',
    flag,
    'true',
    'Whether /api/site/config is public.',
  ),
  directoryPublic: setting(
    'DIRECTORY_PUBLIC',
    flag,
    'true',
    'Whether the shop directory is public.',
  ),
  onSuccessSnippets: setting(
    'ONSUCCESS_SNIPPETS',
    oneOf('on', 'off'),
    'on',
    'Whether onSuccess scripts run after a payment, in a sandboxed frame.',
  ),
  onrampProvider: optional(
    'ONRAMP_PROVIDER',
    key,
    'Fiat onramp for card payments. Without it, cards are not offered.',
  ),
  x402FacilitatorUrl: optional(
    'X402_FACILITATOR_URL',
    baseAddress('http', 'https'),
    'Remote x402 facilitator. Without it, the service settles payments itself.',
  ),
  rateProviders: setting(
    'RATE_PROVIDERS',
    listOf(oneOf('fixed', 'chainlink', 'coinbase', 'ecb')),
    '',
    'Sources of exchange rates, preferred one first. Default: fixed in sandbox mode, chainlink,coinbase,ecb in live mode.',
  ),
  fixedRates: setting(
    'FIXED_RATES',
    rates,
    'EUR=1.08,ETH=3000',
    'Dollars per unit, for the source fixed. Also checks the first rate when only one source has it.',
  ),
  ecbRatesUrl: setting(
    'ECB_RATES_URL',
    baseAddress('http', 'https'),
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    'URL of the daily rates of the European Central Bank.',
  ),
  coinbaseUrl: setting(
    'COINBASE_URL',
    baseAddress('http', 'https'),
    'https://api.coinbase.com',
    'URL of the Coinbase API.',
  ),
  chainlinkFeeds: optional(
    'CHAINLINK_FEEDS',
    feeds,
    'Chainlink aggregators, such as EUR=0x…,ETH=0x…. Default: known aggregators on Base, otherwise none.',
  ),
  snapshotMaxAgeMs: setting(
    'SNAPSHOT_MAX_AGE_MS',
    integer(0, 31_536_000_000),
    '86400000',
    'Maximum age of the data that is served while the database is unavailable.',
  ),
}

type Table = typeof settings
type ValueOf<Entry> = Entry extends { parse: Parser<infer Value> }
  ? Entry extends { fallback: string }
    ? Value
    : Value | undefined
  : never

/** The environment, checked and typed. Absent settings without a default are `undefined`. */
export type Settings = { readonly [Field in keyof Table]: ValueOf<Table[Field]> }
