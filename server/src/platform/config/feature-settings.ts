import {
  anyText,
  baseUrl,
  feeds,
  flag,
  integer,
  listOf,
  matching,
  oneOf,
  rates,
} from './parsers.js'
import { optional, setting, slug } from './setting.js'

const headerWord = matching(/^[A-Za-z][A-Za-z0-9-]{0,31}$/, 'must be a word of letters and digits')

/** Settings of single features. */
export const featureSettings = {
  serviceName: setting(
    'SERVICE_NAME',
    headerWord,
    'Service',
    'Name in webhook headers and the user agent: X-Service-Signature, Service-Webhook/1.0.',
  ),
  brandKey: setting(
    'BRAND_KEY',
    slug,
    'default',
    'Identifies this deployment in the directory and in webhooks.',
  ),
  siteConfigFile: optional('SITE_CONFIG_FILE', anyText, 'JSON file with the site defaults.'),
  siteConfigPublic: setting(
    'SITE_CONFIG_PUBLIC',
    flag,
    'true',
    'Whether /api/site/config is available without a key.',
  ),
  directoryPublic: setting(
    'DIRECTORY_PUBLIC',
    flag,
    'true',
    'Whether the shop directory is available without a key.',
  ),
  shopsPage: setting(
    'SHOPS_PAGE',
    oneOf('on', 'off'),
    'on',
    'Whether /shops lists the shops for visitors. Pages of single shops stay available.',
  ),
  contactEmail: optional(
    'CONTACT_EMAIL',
    matching(/^[^\s@]{1,64}@[^\s@]{1,255}$/, 'must be an email address'),
    'Email address in the API reference, for developers and directories of paid APIs.',
  ),
  onSuccessSnippets: setting(
    'ONSUCCESS_SNIPPETS',
    oneOf('on', 'off'),
    'on',
    'Whether onSuccess scripts run after payment, in a sandboxed frame.',
  ),
  onrampProvider: optional(
    'ONRAMP_PROVIDER',
    oneOf('sandbox', 'stripe', 'none'),
    'Provider of card payments: sandbox, stripe or none. Default: sandbox in sandbox mode, none in live mode.',
  ),
  onrampSecretKey: optional(
    'ONRAMP_SECRET_KEY',
    anyText,
    'Secret key of the provider of card payments. Required with ONRAMP_PROVIDER=stripe.',
  ),
  onrampWebhookSecret: optional(
    'ONRAMP_WEBHOOK_SECRET',
    anyText,
    'Secret with which the provider signs its callbacks. Required with ONRAMP_PROVIDER=stripe.',
  ),
  x402FacilitatorUrl: optional(
    'X402_FACILITATOR_URL',
    baseUrl('http', 'https'),
    'Remote x402 facilitator. If unset, the service settles payments itself.',
  ),
  rateProviders: setting(
    'RATE_PROVIDERS',
    listOf(oneOf('fixed', 'chainlink', 'coinbase', 'ecb')),
    '',
    'Exchange rate providers, in order of preference. Default: fixed in sandbox mode, chainlink,coinbase,ecb in live mode.',
  ),
  fixedRates: setting(
    'FIXED_RATES',
    rates,
    'EUR=1.08,ETH=3000',
    'Dollars per unit, for the fixed provider. Also the reference for the first quote when only one provider responds.',
  ),
  ecbRatesUrl: setting(
    'ECB_RATES_URL',
    baseUrl('http', 'https'),
    'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    'URL of the daily rates of the European Central Bank.',
  ),
  coinbaseUrl: setting(
    'COINBASE_URL',
    baseUrl('http', 'https'),
    'https://api.coinbase.com',
    'Base URL of the Coinbase API.',
  ),
  chainlinkFeeds: optional(
    'CHAINLINK_FEEDS',
    feeds,
    'Chainlink price feeds, such as EUR=0x…,ETH=0x…. Default: the known feeds on Base, none elsewhere.',
  ),
  snapshotMaxAgeMs: setting(
    'SNAPSHOT_MAX_AGE_MS',
    integer(0, 31_536_000_000),
    '86400000',
    'Maximum age of data served while the database is unavailable.',
  ),
}
