import fc from 'fast-check'

/** Hostile and unusual values. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    "'; drop table outbox; --",
    '%00',
    '%',
    '_',
    '\\',
    '\u202e',
    '../../etc/passwd',
    '__proto__',
    'x'.repeat(5_000),
  ),
)

export const hostileValue = fc.oneof(
  hostileText,
  fc.double(),
  fc.constantFrom(null, true, -0, 1.005, 2 ** 53, [], {}, [null], 'javascript:alert(1)', '#fff'),
  fc.array(hostileText, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
)

/** Generates a query with some of these names. */
export function queryOf(...names: string[]): fc.Arbitrary<string> {
  return fc
    .dictionary(fc.constantFrom(...names), fc.oneof(hostileText, fc.double().map(String)), {
      maxKeys: 4,
    })
    .map((values) =>
      Object.entries(values)
        .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
        .join('&'),
    )
}

export const receiptQuery = queryOf('limit', 'cursor', 'status', 'from', 'to', 'q')

/** Generates URLs of every route, some with hostile parts, and some that do not exist. */
export const hostilePath: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('/', '/healthz', '/api/status/ping', '/openapi.json', '/api/fuzz', '/api'),
  fc.constantFrom(
    ...['/api/auth/login', '/api/auth/nonce', '/api/auth/me', '/api/keys', '/api/keys/x/rotate'],
    ...[
      '/api/members',
      '/api/members/leave',
      '/api/shop/config',
      '/api/site/config',
      '/api/audit',
      '/api/chain',
      '/api/tax/catalog',
      '/api/pricing/config',
      '/api/inventory/export',
      '/api/directory/shops',
    ],
  ),
  { weight: 2, arbitrary: fc.constantFrom('/api/inventory', '/api/inventory/import') },
  fc.constantFrom(
    ...['/api/orders', '/api/orders/quote', '/api/receipts', '/api/receipts/status'],
    ...['/api/receipts/refund', '/api/receipts/terminal', '/api/split/deploy'],
    ...[
      '/api/receipts/refund/plan',
      '/api/receipts/r-1/rescan',
      '/api/ledger/trial-balance',
      '/api/reports/settlement',
    ],
  ),
  receiptQuery.map((query) => `/api/receipts?${query}`),
  queryOf('from', 'to', 'format').map((query) => `/api/reports/settlement?${query}`),
  fc.constantFrom('/api/webhooks', '/api/webhooks/test', '/api/webhooks/deliveries'),
  queryOf('receiptId', 'status', 'webhookId', 'cursor', 'limit').map(
    (query) => `/api/webhooks/deliveries?${query}`,
  ),
  hostileText.map((id) => `/api/webhooks/${encodeURIComponent(id.toWellFormed())}`),
  fc
    .tuple(hostileText, fc.constantFrom('', '/redeliver'))
    .map(
      ([id, verb]) => `/api/webhooks/deliveries/${encodeURIComponent(id.toWellFormed())}${verb}`,
    ),
  queryOf('after', 'limit').map((query) => `/api/events?${query}`),
  // Without the letter some would be streams, which do not end.
  hostileText.map(
    (after) => `/api/events/stream?after=x${encodeURIComponent(after.toWellFormed())}`,
  ),
  queryOf('receiptId', 'wallet').map((query) => `/api/receipts/status?${query}`),
  hostileText.map((id) => `/api/receipts/${encodeURIComponent(id.toWellFormed())}`),
  hostileText.map((id) => `/api/portal/${encodeURIComponent(id.toWellFormed())}`),
  hostileText.map((id) => `/api/portal/${encodeURIComponent(id.toWellFormed())}/events`),
  queryOf('recipient', 'k').map((query) => `/api/portal/R?${query}`),
  queryOf('recipient', 'k').map((query) => `/api/portal/R/events?${query}`),
  fc.constantFrom('/api/portal/R/tx', '/api/portal/R/progress'),
  fc
    .tuple(hostileText, fc.constantFrom('orders', 'quote'))
    .map(
      ([slug, verb]) => `/api/directory/shops/${encodeURIComponent(slug.toWellFormed())}/${verb}`,
    ),
  queryOf(
    ...['q', 'category', 'taxable', 'stock', 'priceMin', 'priceMax', 'tags', 'tagsMode', 'pack'],
    ...['sort', 'order', 'limit', 'page', 'id'],
  ).map((query) => `/api/inventory?${query}`),
  queryOf('q', 'categories', 'keywords', 'offset', 'limit').map(
    (query) => `/api/directory/shops?${query}`,
  ),
  hostileText.map(
    (slug) => `/api/directory/shops/${encodeURIComponent(slug.toWellFormed())}/items`,
  ),
  hostileText.map((id) => `/api/members/${encodeURIComponent(id.toWellFormed())}`),
  hostileText.map((id) => `/api/keys/${encodeURIComponent(id.toWellFormed())}`),
  hostileText.map((text) => `/api/audit?cursor=${encodeURIComponent(text.toWellFormed())}`),
  queryOf('state', 'limit', 'cursor').map((query) => `/api/chain/transactions?${query}`),
  hostileText.map((text) => `/api/keys?wallet=${encodeURIComponent(text.toWellFormed())}`),
  hostileText.map((id) => `/api/fuzz/${encodeURIComponent(id.toWellFormed())}`),
  hostileText.map((q) => `/api/fuzz/1?q=${encodeURIComponent(q.toWellFormed())}`),
  fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
  fc.constantFrom('/%E0%A4%A', '/api/fuzz/%00', '/api/fuzz/%ff', '/?%', '//', '/api/fuzz/..%2f'),
)
