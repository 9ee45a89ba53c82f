import { METHODS } from 'node:http'
import fc from 'fast-check'
import { createPortalTokens } from '../../src/auth/portal-tokens.js'
import type { Address } from '../../src/lib/hex.js'
import { testConfig } from '../test-config.js'
import { hostilePath, hostileText, hostileValue, receiptQuery } from './paths.js'

/** One request. */
export type Attempt = {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** The listed shop that some requests target. */
export const shopSlug = 'fuzzy'

/** Objects with known field names and unexpected values. */
const knownNames = fc
  .dictionary(
    fc.constantFrom(
      ...['name', 'slug', 'listed', 'theme', 'tax', 'fees', 'payments', 'layout', 'categories'],
      ...['wallet', 'member', 'role', 'scopes', 'graceHours', 'message', 'signature', 'everywhere'],
      ...[
        'addOnFeePct',
        'acceptedCurrencies',
        'rateProvider',
        'ratePins',
        'pricing',
        'csv',
        'dryRun',
      ],
    ),
    fc.oneof(
      hostileValue,
      fc.dictionary(
        fc.constantFrom('primaryColor', 'fontFamily', 'brandLogoUrl', 'overrides', 'taxId', 'mode'),
        hostileValue,
      ),
    ),
    { maxKeys: 4 },
  )
  .map((value) => JSON.stringify(value))

/** Bodies with one or two invalid fields. */
function almost(validBody: object, ...names: string[]): fc.Arbitrary<string> {
  return fc
    .dictionary(fc.constantFrom(...Object.keys(validBody), ...names), hostileValue, { maxKeys: 2 })
    .map((fields) => JSON.stringify({ ...validBody, ...fields }))
}

const item = almost(
  { sku: 'S', name: 'N', priceUsd: 1 },
  ...['description', 'category', 'tags', 'price', 'currency', 'id', 'taxable', 'stockQty'],
  ...['images', 'industryPack', 'attributes', 'active', 'wallet'],
)

/** Fields of orders and receipts. */
const checkoutNames = [
  ...['currency', 'redirect_url', 'redirectUrl', 'returnUrl', 'webhook_url', 'onSuccess'],
  ...['onrampEmail', 'transactionId', 'orderReference', 'metadata', 'wallet'],
  ...['billingFirstName', 'billingEmail', 'customerPhone', 'billingAddressZip'],
  ...['billingAddressCountry', 'customerAddressLine1'],
]
const taxNames = ['jurisdictionCode', 'taxRate', 'taxComponents']

/** Lists with one almost valid entry. */
function listOf(name: string, entry: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return entry.map((text) => `{"id":"F","totalUsd":1,"${name}":[${text}]}`)
}

const order = fc.oneof(
  almost({ items: [{ sku: 'S', qty: 1 }] }, ...taxNames, ...checkoutNames),
  listOf('items', almost({ sku: 'S', qty: 1 }, 'id')),
)
const receipt = fc.oneof(
  almost(
    { id: 'F', lineItems: [{ label: 'L', priceUsd: 1 }], totalUsd: 1 },
    'total',
    ...checkoutNames,
  ),
  listOf('lineItems', almost({ label: 'L', priceUsd: 1 }, 'amount', 'qty')),
)
const terminal = almost({ amountUsd: 1 }, 'amount', 'currency', 'label', ...taxNames)
const status = fc.oneof(
  almost({ receiptId: 'R', status: 'link_opened' }, 'note'),
  almost({ receiptId: 'R', status: 'failed' }, 'failureCode', 'note'),
  almost({ receiptId: 'R', status: 'paid' }, 'note'),
  almost({ receiptId: 'R', status: 'refunded' }, 'note'),
)
const someWallet = '0x00000000000000000000000000000000000000aa'
const refund = almost(
  { receiptId: 'P', buyer: someWallet, usd: 0.01 },
  ...['items', 'txHash', 'reason', 'restock', 'credit'],
)
const refundPlan = almost({ receiptId: 'P' }, 'usd', 'items', 'credit')
const progress = fc.oneof(
  almost({ status: 'link_opened' }, 'failureCode'),
  almost({ status: 'failed', failureCode: 'PORTAL_CHAIN_USER_REJECTED' }),
  almost({ txHash: `0x${'c'.repeat(64)}` }),
)
const split = fc.oneof(
  almost(
    { address: someWallet, recipients: [{ address: `0x${'b'.repeat(40)}`, sharesBps: 10_000 }] },
    'chainId',
  ),
  almost({ address: `0x${'b'.repeat(40)}`, sharesBps: 10_000 }, 'label').map(
    (text) => `{"address":"${someWallet}","recipients":[${text}]}`,
  ),
)

const webhook = almost({ url: 'https://shop.test/hook' }, 'events', 'enabled', 'extendedRetries')
const webhookTest = fc.oneof(
  almost({ url: 'http://127.0.0.1:9/hook', status: 'paid' }, 'webhookId'),
  almost({ webhookId: 'whk_x' }, 'status'),
)

/** Almost valid CSV files. */
const csv = fc
  .record({
    csv: fc
      .array(fc.array(hostileText, { maxLength: 4 }), { maxLength: 4 })
      .map((rows) => `sku,name,priceUsd,tags\n${rows.map((cells) => cells.join(',')).join('\n')}`),
    dryRun: fc.boolean(),
  })
  .map((value) => JSON.stringify(value))

/** Bodies from almost valid to noise. */
const body = fc.oneof(
  fc.json(),
  { weight: 4, arbitrary: knownNames },
  { weight: 3, arbitrary: item },
  {
    weight: 3,
    arbitrary: fc.oneof(
      ...[order, receipt, terminal, status, refund, refundPlan, progress, split],
      ...[webhook, webhookTest],
    ),
  },
  csv,
  fc.record({ label: hostileText, qty: fc.double() }).map((value) => JSON.stringify(value)),
  hostileText.map((label) => `{"label":${JSON.stringify(label)},"qty":1e309}`),
  fc.constantFrom('', '{', '[]', 'null', '"', '{"label":"\\u0000"}', '{"label":"\\ud800"}'),
  fc.constantFrom('{"label":"a","__proto__":{}}', '{"label":"a","constructor":{"prototype":{}}}'),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 1, max: 60_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const headerValue = fc
  .string({ unit: 'binary', maxLength: 100 })
  .map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''))

/** Sends a body to its own route, because almost valid bodies get furthest. */
function aim(path: string, bodies: fc.Arbitrary<string>): fc.Arbitrary<Attempt> {
  const headers = { 'content-type': 'application/json' }
  return bodies.map((text) => ({ method: 'POST', path, headers, body: text }))
}

/** A payment page whose receipt does not exist. */
const page = { merchant: someWallet as Address, receiptId: 'R', isLimited: false }
const pageToken = createPortalTokens(testConfig()).write(page)

function aimFromPage(path: string, bodies: fc.Arbitrary<string>): fc.Arbitrary<Attempt> {
  const tokens = fc.oneof(fc.constant(pageToken), headerValue)
  return fc.tuple(aim(path, bodies), tokens).map(([attempt, token]) => ({
    ...attempt,
    headers: { ...attempt.headers, 'x-portal-token': token },
  }))
}

const aimed = fc.oneof(
  aimFromPage('/api/portal/R/tx', progress),
  aimFromPage('/api/portal/R/progress', progress),
  aimFromPage('/api/receipts/status', status),
  aim('/api/orders', order),
  aim('/api/orders/quote', order),
  aim(`/api/directory/shops/${shopSlug}/orders`, order),
  aim(`/api/directory/shops/${shopSlug}/quote`, order),
  aim('/api/receipts', receipt),
  aim('/api/receipts/status', status),
  aim('/api/receipts/refund', refund),
  aim('/api/receipts/refund/plan', refundPlan),
  aim('/api/receipts/terminal', terminal),
  aim('/api/split/deploy', split),
  aim('/api/webhooks', webhook),
  aim('/api/webhooks/test', webhookTest),
  receiptQuery.map((query) => ({
    method: 'GET',
    path: `/api/receipts?${query}`,
    headers: {},
    body: '',
  })),
)

const scattered: fc.Arbitrary<Attempt> = fc.record({
  // CONNECT opens a tunnel and has no ordinary response.
  method: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS') },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')) },
  ),
  path: hostilePath,
  headers: fc
    .dictionary(
      fc.constantFrom(
        'x-api-key',
        'ocp-apim-subscription-key',
        'authorization',
        'x-correlation-id',
        'content-type',
        'accept',
        'x-forwarded-for',
        'x-wallet',
        'cookie',
        'origin',
        'x-csrf-token',
        'x-cron-secret',
        'x-portal-token',
        'last-event-id',
        'idempotency-key',
        'sec-fetch-site',
      ),
      headerValue,
      { maxKeys: 4 },
    )
    .chain((headers) =>
      fc
        .constantFrom(
          {},
          { 'content-type': 'application/json' },
          { 'content-type': 'application/json; charset=utf-8' },
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/json, text/plain' },
          { 'content-type': 'APPLICATION/JSON' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-encoding': 'gzip', 'content-type': 'application/json' },
        )
        .map((type) => ({ ...headers, ...type })),
    ),
  body,
})

export const attempt = fc.oneof(
  { weight: 3, arbitrary: scattered },
  { weight: 1, arbitrary: aimed },
)
