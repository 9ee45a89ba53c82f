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
    'sandbox: everything embedded, made-up money. live: real money; refuses to start half configured.',
  ),
  role: setting(
    'ROLE',
    oneOf('all', 'web', 'worker', 'sandbox'),
    'all',
    'What this process does: answer requests (web), run background jobs (worker), or both (all). sandbox: only run the embedded database and chain for other processes on the same DATA_DIR.',
  ),
  host: setting('HOST', anyText, '127.0.0.1', 'Address to listen on. 0.0.0.0 in a container.'),
  port: setting('PORT', port, '3000', 'Port to listen on. 0 takes any free one.'),
  metricsPort: setting(
    'METRICS_PORT',
    port,
    '9464',
    'Private port for Prometheus metrics, on 127.0.0.1 only. 0 takes any free one.',
  ),
  baseUrl: optional(
    'BASE_URL',
    baseAddress('http', 'https'),
    'Address under which callers reach the service. Default: http://localhost:PORT. https in live mode.',
  ),
  payUrl: optional(
    'PAY_URL',
    baseAddress('http', 'https'),
    'Host of payment links, when it differs from BASE_URL.',
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
    'info: money or state moved. debug adds one line per request.',
  ),
  logFormat: optional(
    'LOG_FORMAT',
    oneOf('pretty', 'json'),
    'pretty: lines for people. json: one object per line. Default: pretty on a terminal, json elsewhere.',
  ),
  alertWebhookUrl: optional(
    'ALERT_WEBHOOK_URL',
    postAddress,
    'Receives one signed POST when an alert fires and one when it is resolved. http and private addresses are allowed.',
  ),
  alertWebhookSecret: optional(
    'ALERT_WEBHOOK_SECRET',
    anyText,
    'Signs the posts to ALERT_WEBHOOK_URL. Required with it. 32 random bytes.',
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
    'Connections this process opens to PostgreSQL at most.',
  ),
  chainRpcUrl: optional(
    'CHAIN_RPC_URL',
    listOf(privateAddress('http', 'https', 'ws', 'wss')),
    'JSON-RPC addresses of the chain, first one preferred, separated by commas. Without it, sandbox mode runs its own.',
  ),
  sandboxChain: setting(
    'SANDBOX_CHAIN',
    oneOf('on', 'off'),
    'on',
    'Whether sandbox mode runs a chain of its own in DATA_DIR when CHAIN_RPC_URL is not set.',
  ),
  chainId: optional(
    'CHAIN_ID',
    integer(1, 999_999_999_999),
    'Chain that settles payments. Default: 84532 in sandbox mode, 8453 in live mode.',
  ),
  confirmations: optional(
    'CONFIRMATIONS',
    integer(1, 1_000),
    'Blocks on top of a payment before it counts as paid. Default: what suits the chain.',
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
    'Live mode: dollars that have to wait for a payout address before they are moved on, because gas costs too.',
  ),
  settleWithinHours: setting(
    'SETTLE_WITHIN_HOURS',
    integer(1, 8_760),
    '24',
    'Live mode: less than that is moved on after so many hours.',
  ),
  masterKey: optional(
    'MASTER_KEY',
    anyText,
    'Developer keys are known and sealed, and the audit log is chained, under it. Keep a copy. 32 random bytes.',
  ),
  jwtSecret: optional('JWT_SECRET', anyText, 'Signs session cookies. 32 random bytes.'),
  jwtPreviousSecret: optional(
    'JWT_PREVIOUS_SECRET',
    anyText,
    'The former JWT_SECRET: sessions it signed stay good. Remove it 12 hours after the change.',
  ),
  cronSecret: optional(
    'CRON_SECRET',
    anyText,
    'Opens the charge endpoints to the scheduler. 32 random bytes.',
  ),
  edgeSecret: optional(
    'EDGE_SECRET',
    anyText,
    'When set, every request except /healthz must come through the edge that adds it.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    listOf(network),
    '',
    'Proxies whose X-Forwarded-* headers are believed, as addresses or CIDR ranges.',
  ),
  serviceName: setting(
    'SERVICE_NAME',
    headerWord,
    'Service',
    'Word in webhook headers and user agent: X-Service-Signature, Service-Webhook/1.0.',
  ),
  brandKey: setting(
    'BRAND_KEY',
    key,
    'default',
    'Names this deployment in directory and webhooks.',
  ),
  siteConfigFile: optional('SITE_CONFIG_FILE', anyText, 'JSON file with the site defaults.'),
  siteConfigPublic: setting(
    'SITE_CONFIG_PUBLIC',
    flag,
    'true',
    'Whether /api/site/config answers without a key.',
  ),
  directoryPublic: setting(
    'DIRECTORY_PUBLIC',
    flag,
    'true',
    'Whether the shop directory answers without a key.',
  ),
  onSuccessSnippets: setting(
    'ONSUCCESS_SNIPPETS',
    oneOf('on', 'off'),
    'on',
    'Whether onSuccess scripts run, in a frame of their own, after payment.',
  ),
  onrampProvider: optional(
    'ONRAMP_PROVIDER',
    key,
    'Fiat onramp. Without one there is no card option.',
  ),
  x402FacilitatorUrl: optional(
    'X402_FACILITATOR_URL',
    baseAddress('http', 'https'),
    'Remote x402 facilitator. Without it the service settles by itself.',
  ),
  rateProviders: setting(
    'RATE_PROVIDERS',
    listOf(oneOf('fixed', 'chainlink', 'coinbase', 'ecb')),
    '',
    'Sources of exchange rates, in order. Default: fixed in sandbox mode, chainlink,coinbase,ecb in live mode.',
  ),
  fixedRates: setting(
    'FIXED_RATES',
    rates,
    'EUR=1.08,ETH=3000',
    'Dollars per unit, for the fixed source. Also what a first quote is held against when only one source gives one.',
  ),
  ecbRatesUrl: setting(
    'ECB_RATES_URL',
    baseAddress('http', 'https'),
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    'Daily file of the European Central Bank.',
  ),
  coinbaseUrl: setting(
    'COINBASE_URL',
    baseAddress('http', 'https'),
    'https://api.coinbase.com',
    'Where Coinbase answers.',
  ),
  chainlinkFeeds: optional(
    'CHAINLINK_FEEDS',
    feeds,
    'Chainlink aggregators, such as EUR=0x…,ETH=0x…. Default: the known ones on Base, none elsewhere.',
  ),
  snapshotMaxAgeMs: setting(
    'SNAPSHOT_MAX_AGE_MS',
    integer(0, 31_536_000_000),
    '86400000',
    'How old data may be that is served while the database is away.',
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
