import type { LightMyRequestResponse } from 'fastify'
import { issueKey } from '../src/auth/keys/issue-key.js'
import { insertMerchant } from '../src/auth/merchants/merchant-store.js'
import { recordChange } from '../src/features/audit/record-change.js'
import { insertEvents } from '../src/features/events/event-store.js'
import { publishEvents } from '../src/features/events/publish-events.js'
import { upsertItem } from '../src/features/inventory/change-item.js'
import { placeOrder } from '../src/features/orders/sell/place-order.js'
import { insertQuote } from '../src/features/payments/quote/store.js'
import { settleAgain } from '../src/features/payments/receipts-to-settle.js'
import { recordProgress } from '../src/features/portal/checkout/report-progress.js'
import { createReceipt } from '../src/features/receipts/create/create-receipt.js'
import { postStatus } from '../src/features/receipts/status/post-status.js'
import { refundReceipt } from '../src/features/refunds/record/refund-receipt.js'
import { refundRemaining } from '../src/features/refunds/record/refund-remaining.js'
import { seedShopConfig } from '../src/features/shop/seed-shop-config.js'
import { insertSplit } from '../src/features/split/store.js'
import { createEndpoint } from '../src/features/webhooks/endpoints/create-endpoint.js'
import { planDeliveries } from '../src/features/webhooks/publish/plan-deliveries.js'
import { checksumAddress, knownAddress } from '../src/lib/hex.js'
import { baseUnits, ppm } from '../src/lib/money.js'
import type { Context } from '../src/platform/context.js'
import { aDelivery } from './fixtures/delivery.js'
import { anEvent } from './fixtures/event.js'

const wallet = knownAddress('0xca9a00000000000000000000000000000000ca9a')
const split = knownAddress('0xca9a000000000000000000000000000000005911')

/** Occurs in every text of a bystander: a merchant that no test uses. */
const mark = 'CANARY'

/** Matches developer keys, session tokens and webhook secrets. */
const secretForms =
  /tly_(test|live)_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}|eyJ[\w-]+\.[\w-]+\.[\w-]+|whsec_[0-9A-Za-z+/]{43}=/

/** Detects leaks: a bystander's data and any secrets. */
export type Canaries = {
  watchLog(line: string): void
  watchResponse(url: string, response: LightMyRequestResponse): void
  /** Returns where something leaked, including the audit log. */
  leaks(): Promise<string[]>
}

/** Routes that start a session, and return its token as a cookie. */
const sessionRoutes = [
  '/api/auth/login',
  '/api/devices',
  '/api/auth/passkey',
  '/api/auth/join',
  '/api/sandbox/sign-in',
  '/api/sandbox/clock',
]

/** Adds a bystander with a full set of data. */
export async function plantCanaries(ctx: Context): Promise<void> {
  await plantBystander(ctx)
  await plantSales(ctx)
  await plantBuyer(ctx)
  await plantWebhook(ctx)
  await publishEvents(ctx, planDeliveries)
}

/** Starts watching a database that contains the bystander. */
export function watchCanaries(ctx: Context): Canaries {
  const { masterKey, jwtSecret, cronSecret, edgeSecret, relayerPrivateKey } = ctx.config
  const secrets = [masterKey, jwtSecret, cronSecret, edgeSecret, relayerPrivateKey].filter(
    (value) => value,
  )
  const addresses = [wallet, split].flatMap((address) => [address, checksumAddress(address)])
  const seen: string[] = []

  function watch(place: string, text: string): void {
    if (secrets.some((secret) => secret && text.includes(secret)) || secretForms.test(text)) {
      seen.push(`secret in ${place}: ${text.slice(0, 500)}`)
    }
    // Operators see all merchants.
    if (place.startsWith('the response of /api/admin/')) return
    const isBystander = [mark, ...addresses].some((word) => text.includes(word))
    if (isBystander) seen.push(`bystander in ${place}: ${text.slice(0, 500)}`)
  }

  return {
    watchLog: (line) => watch('a log line', line),
    watchResponse(url, response) {
      // The responses that return a secret to its owner on purpose.
      const { 'set-cookie': cookies, ...headers } = response.headers
      const body = withoutOwnSecret(url, response.body)
      const setsSession = sessionRoutes.some((route) => url.startsWith(route))
      const displayedHeaders = setsSession ? headers : { ...headers, cookies }
      watch(`the response of ${url}`, `${JSON.stringify(displayedHeaders)}\n${body}`)
    },
    async leaks() {
      const { rows } = await ctx.db.query<{ entry: string }>(
        'select to_jsonb(e)::text as entry from audit_entries e where merchant <> $1',
        [wallet],
      )
      for (const { entry } of rows) watch('the audit log', entry)
      return seen
    },
  }
}

function withoutOwnSecret(url: string, body: string): string {
  const [path = ''] = url.split('?')
  if (/^\/api\/keys((\/[^/]+)?\/rotate)?$/.test(path)) return body.replace(/"apiKey":"[^"]+"/, '')
  if (path === '/api/x402/subscribe') return body.replace(/"apiKey":"[^"]+"/, '')
  const showsSecret = /^\/api\/webhooks(\/secret|\/[^/]+\/rotate)?$/.test(path)
  return showsSecret ? body.replace(/"secret":"[^"]+"/, '') : body
}

async function plantBystander(ctx: Context): Promise<void> {
  const subscriptionId = ctx.newId('dsub')
  const createdAt = ctx.now()
  await insertMerchant(ctx.db, { wallet, subscriptionId, plan: 'enterprise', createdAt })
  await issueKey(ctx, {
    merchant: wallet,
    id: ctx.newId('key'),
    name: mark,
    scopes: [],
    subscriptionId,
  })
  await seedShopConfig(ctx, {
    merchant: wallet,
    config: { name: mark, description: mark, theme: { brandName: mark }, tax: { taxId: mark } },
  })
  const by = { merchant: wallet, person: wallet, role: 'owner', correlationId: mark } as const
  await upsertItem(ctx, {
    by,
    body: { sku: mark, name: mark, description: mark, category: mark, tags: [mark], priceUsd: 1 },
  })
  await ctx.db.transaction((tx) =>
    recordChange(
      { ...ctx, db: tx },
      {
        by,
        action: 'canary.planted',
        target: mark,
        before: null,
        after: { name: mark },
      },
    ),
  )
}

/** Adds sales of the bystander: an order and a receipt, a refund and a split. */
async function plantSales(ctx: Context): Promise<void> {
  await insertSplit(ctx.db, {
    merchant: wallet,
    version: 1,
    address: split,
    chainId: ctx.config.chainId,
    isRegistered: true,
    createdAt: ctx.now(),
    createdBy: wallet,
    installationId: null,
    recipients: [{ address: wallet, sharesBps: 10_000, role: 'merchant', label: mark }],
  })
  const details = {
    transactionId: mark,
    metadata: { note: mark },
    onSuccess: mark,
    billingFirstName: mark,
    billingLastName: mark,
    billingEmail: `${mark}@tally.test`,
  }
  await placeOrder(ctx, {
    merchant: wallet,
    id: ctx.newId('rcpt'),
    by: mark,
    keyId: null,
    body: { items: [{ sku: mark, qty: 1 }], ...details },
  })
  const by = { merchant: wallet, person: wallet, role: 'owner', correlationId: mark } as const
  await createReceipt(ctx, {
    by,
    body: { id: mark, lineItems: [{ label: mark, priceUsd: 1 }], totalUsd: 1, ...details },
    settleAgain,
  })
  // With its ledger entries.
  await postStatus(ctx, {
    by,
    own: null,
    verifiedAt: ctx.now(),
    body: { receiptId: mark, status: 'paid', note: mark },
    refundRemaining,
    settleAgain,
  })
  const body = { receiptId: mark, buyer: wallet, usd: 0.5, reason: mark }
  const consent = { verifiedAt: ctx.now() }
  await refundReceipt(ctx, { by, id: ctx.newId('rfnd'), body, consent })
}

/** Adds finished actions of a buyer on the payment page. */
async function plantBuyer(ctx: Context): Promise<void> {
  const ref = { merchant: wallet, receiptId: mark }
  await recordProgress(ctx, { ref, progress: { status: 'link_opened' } })
  const times = { quotedAt: ctx.now(), expiresAt: ctx.now() }
  const price = { usdPerUnit: ppm(1n), units: baseUnits(1n) }
  await insertQuote(ctx.db, { ...ref, ...times, ...price, symbol: 'ETH', provider: mark })
  await ctx.db.query(
    `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state)
     values ($1, $2, $2, $3, 'lost')`,
    [wallet, mark, ctx.now()],
  )
}

/**
 * Adds a webhook endpoint and a past delivery. The endpoint is disabled, so that no test sends to
 * it.
 */
async function plantWebhook(ctx: Context): Promise<void> {
  const by = { merchant: wallet, person: wallet, role: 'owner', correlationId: mark } as const
  const url = `https://hooks.tally.test/${mark}`
  await createEndpoint(ctx, { by, id: ctx.newId('whk'), body: { url, enabled: false } })
  const { delivery } = await aDelivery(ctx, { merchant: wallet, receiptId: mark, url })
  const event = anEvent(ctx, { merchant: wallet, receiptId: mark, id: delivery.id })
  await insertEvents(ctx.db, [event])
}
