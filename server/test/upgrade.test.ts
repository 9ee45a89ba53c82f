import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { listDeveloperKeys } from '../src/auth/keys/key-store.js'
import { listOpenInvitations } from '../src/auth/merchants/invitation-store.js'
import { findOwnership } from '../src/auth/merchants/ownership-store.js'
import { publishEvents } from '../src/features/events/publish-events.js'
import { sumLedgerDays } from '../src/features/ledger/keep-days.js'
import { sumByDay } from '../src/features/ledger/sum-days.js'
import { acceptInvitation } from '../src/features/members/invitations/accept-invitation.js'
import { openPortal } from '../src/features/portal/open-portal.js'
import { createReceipt } from '../src/features/receipts/create/create-receipt.js'
import { getReceipt } from '../src/features/receipts/get-receipt.js'
import { recordLeftoverStatusChanges } from '../src/features/receipts/status/record-leftover-status-changes.js'
import { getShopConfig } from '../src/features/shop/get-shop-config.js'
import { updateShopConfig } from '../src/features/shop/update-shop-config.js'
import { findSplit } from '../src/features/split/find-split.js'
import { planDeliveries } from '../src/features/webhooks/publish/plan-deliveries.js'
import { type Address, knownAddress } from '../src/lib/hex.js'
import { unixMs } from '../src/lib/time.js'
import { depositOf } from '../src/platform/chain/deposit-address.js'
import { migrate } from '../src/platform/db/migrate.js'
import { projectRoot } from '../src/platform/project-root.js'
import { aWallet } from './fixtures/factories.js'
import { silentLog } from './fixtures/silent-log.js'
import { createContextOn } from './harness.js'
import { createTestDatabase } from './test-database.js'

const migrations = join(projectRoot(), 'server', 'migrations')

/** Creates a database with all migrations before the one named, and returns how to apply the rest. */
async function databaseBefore(migration: string) {
  const { url, drop } = await createTestDatabase('empty')
  const earlier = mkdtempSync(join(tmpdir(), 'tallystick-upgrade-'))
  for (const name of readdirSync(migrations).filter((name) => name < migration)) {
    copyFileSync(join(migrations, name), join(earlier, name))
  }
  const apply = (directory: string) =>
    migrate({ url, directory, now: () => unixMs(0), log: silentLog })
  await apply(earlier)
  rmSync(earlier, { recursive: true })
  const client = new Client({ connectionString: url })
  await client.connect()
  return { url, client, upgrade: () => apply(migrations), drop }
}

test('behavior: merchants created before members existed have an owner and a plan', async () => {
  const { client, upgrade, drop } = await databaseBefore('0003')
  await client.query(`insert into merchants (wallet, created_at) values ('0xaa', 7)`)
  await upgrade()
  const { rows } = await client.query(
    `select m.role, m.joined_at, s.plan from members m
     join plan_subscriptions s on s.merchant = m.merchant where m.merchant = '0xaa'`,
  )
  await client.end()
  await drop()
  expect(rows).toEqual([{ role: 'owner', joined_at: '7', plan: 'starter' }])
})

test('behavior: invitations from before they had ids stay open, each with its own id', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0035')
  const guest = '0x00000000000000000000000000000000000000a1'
  const merchants = ['0x00000000000000000000000000000000000000b1', `0x${'c'.repeat(40)}`]
  for (const merchant of merchants) {
    await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
    await client.query(
      `insert into members (merchant, wallet, role, created_at, joined_at)
       values ($1, $1, 'owner', 0, 0), ($1, $2, 'viewer', 7, null)`,
      [merchant, guest],
    )
  }
  await upgrade()
  await client.end()
  const ctx = await createContextOn({ url, drop }, {})
  const wallet = knownAddress(guest)
  const open = await listOpenInvitations(ctx.db, { wallet, merchant: null, limit: 10 })
  expect(open).toMatchObject(merchants.map((merchant) => ({ merchant, role: 'viewer' })))
  expect(new Set(open.map(({ id }) => id)).size).toBe(2)
  for (const { id } of open) await acceptInvitation(ctx, { wallet, id, correlationId: 'test' })
  const ownership = await findOwnership(ctx.db, knownAddress(merchants[0] ?? ''))
  expect(ownership).toMatchObject({ owner: merchants[0], recoveryWallet: null })
  await ctx.close()
})

test('behavior: status changes that were not published are published after the upgrade', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0023')
  const merchant = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  const news = {
    failureCode: null,
    transactionHash: null,
    buyerWallet: '0x000000000000000000000000000000000000dEaD',
    totalUsd: 12.5,
    token: null,
    brandKey: 'default',
    transactionId: 'o-1',
    metadata: { cart: 1 },
    webhookUrl: 'https://shop.example/hook',
    keyId: 'key_1',
  }
  // The third is published already, and the first waits longest.
  for (const [seq, status, unpublishedAt] of [
    [1, 'pending', 10],
    [2, 'paid', 20],
    [3, 'completed', null],
  ]) {
    await client.query(
      `insert into receipt_events (merchant, receipt_id, seq, status, previous_status, at, made_by,
         event_id, news, unpublished_at)
       values ($1, 'r-1', $2::bigint, $3, 'generated', $2::bigint, 'test',
         ('00000000-0000-4000-8000-00000000000' || $2::text)::uuid, $4, $5)`,
      [merchant, seq, status, JSON.stringify(news), unpublishedAt],
    )
  }
  await upgrade()

  const ctx = await createContextOn({ url, drop }, {})
  await recordLeftoverStatusChanges(ctx)
  await recordLeftoverStatusChanges(ctx)
  const { rows: recorded } = await client.query('select webhook_url, key_id from recorded_events')
  const route = { webhook_url: news.webhookUrl, key_id: news.keyId }
  expect(recorded).toEqual([route, route])
  expect(await publishEvents(ctx, planDeliveries)).toMatchObject({ published: 2 })

  const { rows: events } = await client.query('select id, body, created_at from events order by no')
  expect(events.map(({ id, created_at }) => [id.slice(-1), created_at])).toEqual([
    ['1', '1'],
    ['2', '2'],
  ])
  expect(events[1].body).toBe(
    '{"event":"receipt.status_updated","receiptId":"r-1","status":"paid","previousStatus":"generated","failureCode":null,"failureCategory":null,"failureReason":null,"failureAction":null,"transactionHash":null,"buyerWallet":"0x000000000000000000000000000000000000dEaD","merchantWallet":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","totalUsd":12.5,"customerTotalUsd":12.5,"token":"USDC","timestamp":2,"brandKey":"default","onrampSessionId":null,"isOnrampSessionUnique":false,"transactionId":"o-1","metadata":{"cart":1}}',
  )
  await client.end()
  await ctx.close()
})

test('behavior: payers of native coin are derived again after the upgrade', async () => {
  const { client, upgrade, drop } = await databaseBefore('0025')
  await client.query(
    `insert into payments (chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer,
       payout_address, block_number, block_hash, paid_at, state, created_at)
     select 1, kind, 0, '0xaa', kind, kind, '0x', 5, '0xbb', '0x', 1, '0x', 0, 'confirmed', 0
     from unnest(array['native', 'deposit']) as kind`,
  )
  await client.query(
    `insert into settlements (merchant, receipt_id, version, settled_version)
     values ('0xaa', 'native', 3, 3), ('0xaa', 'deposit', 3, 3)`,
  )
  await client.query(
    `insert into payment_hints (merchant, receipt_id, tx_hash, created_at, state, payer, units)
     values ('0xaa', 'native', '0x1', 0, 'paying', '0xbb', 5),
       ('0xaa', 'deposit', '0x2', 0, 'paying', '0xbb', 0)`,
  )
  await upgrade()
  const { rows } = await client.query(
    `select p.kind, p.payer, s.version, h.state, h.next_try_at, h.tries from payments p
       join settlements s using (merchant, receipt_id) join payment_hints h using (merchant, receipt_id)
     order by p.kind`,
  )
  await client.end()
  await drop()
  const untried = { next_try_at: '0', tries: 0 }
  expect(rows).toEqual([
    { kind: 'deposit', payer: '0xbb', version: '3', state: 'paying', ...untried },
    { kind: 'native', payer: null, version: '4', state: 'open', ...untried },
  ])
})

test('behavior: receipts keep their deposit addresses, also when their bill is replaced', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0027')
  const merchant = knownAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
  await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
  await client.query(
    `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
       tax_components, brand_name, payout_address, created_at, updated_at)
     values ($1, 'r-1', 'direct', 'pending', 'USD', 500, '[]', 0, '{}', 'Leaf', $1, 0, 0)`,
    [merchant],
  )
  await upgrade()
  await client.end()

  const ctx = await createContextOn({ url, drop }, {})
  const addressOf = async (id: string) =>
    depositOf(ctx.config, await getReceipt(ctx, { merchant, id })).address
  // As earlier versions computed it.
  const address = '0x2c6991125028c362713a67a856f76ff0dee9bb48'
  expect(await addressOf('r-1')).toBe(address)
  const by = { merchant, wallet: merchant, role: 'owner', correlationId: 'test' } as const
  const lineItems = [{ label: 'Tea', priceUsd: 7 }]
  for (const id of ['r-1', 'r-2']) {
    await createReceipt(ctx, { by, body: { id, lineItems, totalUsd: 7 } })
  }
  expect(await addressOf('r-1')).toBe(address)
  const { rows } = await ctx.db.query(
    'select id, installation_id is null as is_former from receipts order by id',
  )
  expect(rows).toEqual([
    { id: 'r-1', is_former: true },
    { id: 'r-2', is_former: false },
  ])
  await ctx.close()
})

test('behavior: a contract that several merchants registered belongs to one of its recipients', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0027')
  const [squatter, owner, later] = ['0xaa', '0xbb', '0xcc']
  const recipients = JSON.stringify([{ address: owner }, { address: later }])
  for (const [at, merchant] of [squatter, owner, later].entries()) {
    await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
    await client.query(
      `insert into splits (merchant, version, address, chain_id, recipients, created_at)
       values ($1, 1, '0x11', 84532, $2, $3), ($1, 2, $4, 84532, '[]', $3), ($1, 3, '0x11', 84532, $2, $3)`,
      [merchant, recipients, at, `0x2${at}`],
    )
  }
  await upgrade()
  const { rows } = await client.query(
    'select address, merchant from split_contracts order by address',
  )
  const own = [squatter, owner, later].map((merchant, at) => ({ address: `0x2${at}`, merchant }))
  expect(rows).toEqual([{ address: '0x11', merchant: owner }, ...own])
  await client.end()

  const ctx = await createContextOn({ url, drop }, {})
  const current = (merchant: string) => findSplit(ctx, merchant as Address)
  expect(await current(owner)).toMatchObject({ version: 3, address: '0x11' })
  expect(await current(squatter)).toMatchObject({ version: 2, address: '0x20' })
  await ctx.close()
})

test('behavior: payouts that were posted before the upgrade count for each recipient', async () => {
  const { client, upgrade, drop } = await databaseBefore('0030')
  for (const [index, account, units, posted] of [
    [0, '0xaa', 70, 1],
    [1, '0xbb', 30, 3],
    [2, '0xaa', 5, 1],
    // Not posted yet, and reversed.
    [3, '0xaa', 1_000, 0],
    [4, '0xbb', 2_000, 2],
  ]) {
    await client.query(
      `insert into releases (chain_id, tx_hash, log_index, merchant, split, token, account, units,
         block_number, block_hash, state, posted, created_at)
       values (1, '0x01', $1, '0xaa', '0x5b', '0x70', $2, $3, 1, '0x02', 'confirmed', $4, 0)`,
      [index, account, units, posted],
    )
  }
  await upgrade()
  const { rows } = await client.query(
    'select split, token, account, merchant, released from split_payouts order by account',
  )
  await client.end()
  await drop()
  expect(rows).toEqual([
    { split: '0x5b', token: '0x70', account: '0xaa', merchant: '0xaa', released: '75' },
    { split: '0x5b', token: '0x70', account: '0xbb', merchant: '0xaa', released: '30' },
  ])
})

test('behavior: unpaid orders without a key from before hold their stock softly', async () => {
  const { client, upgrade, drop } = await databaseBefore('0033')
  const merchant = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
  const lines = [
    { label: 'Tea', usdCents: 500, qty: 1.5, itemId: 'itm_1' },
    { label: 'Tea', usdCents: 500, qty: 2, itemId: 'itm_1' },
    { label: 'Tax', usdCents: 0 },
  ]
  const add = async (id: string, { status = 'generated', by = 'shop page' }) => {
    await client.query(
      `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
         tax_components, brand_name, payout_address, created_at, updated_at)
       values ($1, $2, 'order', $3, 'USD', 1000, $4, 0, '{}', 'Leaf', $1, 0, 0)`,
      [merchant, id, status, JSON.stringify(lines)],
    )
    await client.query(
      `insert into receipt_events (merchant, receipt_id, seq, status, at, made_by)
       values ($1, $2, 1, 'generated', 0, $3)`,
      [merchant, id, by],
    )
  }
  await add('open', {})
  await add('paid', { status: 'paid' })
  await add('session', { by: merchant })
  await upgrade()
  const { rows } = await client.query('select id, soft_hold, firm_until from receipts order by id')
  await client.end()
  await drop()
  const firm = { soft_hold: null, firm_until: null }
  expect(rows).toEqual([
    { id: 'open', soft_hold: [{ itemId: 'itm_1', qty: 3.5 }], firm_until: null },
    { id: 'paid', ...firm },
    { id: 'session', ...firm },
  ])
})

test('behavior: shops listed before names were compared keep their listing, and others resemble them', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0036')
  const [first, second, third] = [aWallet(), aWallet(), aWallet()]
  for (const [merchant, slug] of [
    [first, 'one-shop'],
    [second, 'two-shop'],
    [third, null],
  ]) {
    await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
    if (slug === null) continue
    const config = { name: 'Blue Café', slug, listed: true }
    await client.query('insert into shops (merchant, config, updated_at) values ($1, $2, 1)', [
      merchant,
      JSON.stringify(config),
    ])
    await client.query('insert into shop_slugs (slug, merchant) values ($1, $2)', [slug, merchant])
  }
  await upgrade()
  await client.end()

  const ctx = await createContextOn({ url, drop }, {})
  const by = { merchant: third, wallet: third, role: 'owner', correlationId: 'test' } as const
  const change = { name: 'BIue Cafe', slug: 'three-shop', listed: true }
  expect(await updateShopConfig(ctx, { change, by })).toMatchObject({ listing: 'review' })
  for (const merchant of [first, second]) {
    expect(await getShopConfig(ctx, merchant)).toMatchObject({ listing: 'listed' })
  }
  await ctx.close()
})

test('behavior: links of receipts from before the upgrade open, chosen ids only for paying', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0034')
  const merchant = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' as Address
  await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
  await client.query(
    `insert into receipts (merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
       tax_components, brand_name, payout_address, created_at, updated_at)
     select $1, kind || '-1', kind, 'pending', 'USD', 450, '[]', 0, '{}', 'Leaf', $1, 0, 0
     from unnest(array['order', 'terminal', 'direct']) as kind`,
    [merchant],
  )
  await client.query(
    `insert into payment_hints (merchant, receipt_id, tx_hash, created_at, state, next_try_at)
     values ($1, 'direct-1', '0x01', 0, 'open', 0)`,
    [merchant],
  )
  await upgrade()
  // A transaction that was announced before keeps its effect when it reverts.
  const { rows } = await client.query('select is_of_checkout from payment_hints')
  expect(rows).toEqual([{ is_of_checkout: true }])
  await client.end()

  const ctx = await createContextOn({ url, drop }, {})
  const open = (id: string, query: object) => openPortal(ctx, { id, query })
  for (const id of ['order-1', 'terminal-1']) {
    expect(await open(id, {})).toEqual({ merchant, receiptId: id, isLimited: false })
  }
  await expect(open('direct-1', {})).rejects.toMatchObject({ code: 'not_found' })
  expect(await open('direct-1', { recipient: merchant })).toMatchObject({ isLimited: true })
  await ctx.close()
})

test('behavior: keys with every scope of the starter plan gain those of subscriptions, and others do not', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0041')
  const starter = [
    'inventory:read',
    'inventory:write',
    'orders:create',
    'receipts:read',
    'receipts:write',
    'shop:read',
    'split:read',
  ]
  const wallet = aWallet()
  await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [wallet])
  await client.query(
    `insert into plan_subscriptions (merchant, id, plan, created_at) values ($1, 's', 'starter', 0)`,
    [wallet],
  )
  const scopesBefore: [string, string[]][] = [
    ['all', starter],
    ['pro', [...starter, 'users:read']],
    ['some', starter.slice(1)],
  ]
  for (const [id, scopes] of scopesBefore) {
    await client.query(
      `insert into developer_keys (merchant, id, name, scopes, subscription_id, prefix, sealed, created_at)
       values ($1, $2, 'Key', $3, 's', $2, '', 0)`,
      [wallet, id, scopes],
    )
  }
  await upgrade()
  const ctx = await createContextOn({ url, drop }, {})
  const keys = await listDeveloperKeys(ctx.db, { merchant: wallet, now: ctx.now() })
  await client.end()
  await ctx.close()
  const added = ['subscriptions:read', 'subscriptions:write']
  expect(Object.fromEntries(keys.map(({ id, scopes }) => [id, scopes]))).toEqual({
    all: [...starter, ...added],
    pro: [...starter, 'users:read', ...added],
    some: starter.slice(1),
  })
})

test('behavior: postings from before daily sums are part of reports', async () => {
  const { url, client, upgrade, drop } = await databaseBefore('0056')
  const merchant = aWallet()
  await client.query('insert into merchants (wallet, created_at) values ($1, 0)', [merchant])
  await client.query(
    `insert into ledger_postings (merchant, key, kind, at) values ($1, 'mark:1', 'mark', 7)`,
    [merchant],
  )
  await client.query(
    `insert into ledger_entries (merchant, posting_key, seq, account, asset, units, usd_micros)
     values ($1, 'mark:1', 1, 'manual', 'USD', 100, 1000000), ($1, 'mark:1', 2, 'proceeds', 'USD', -100, -1000000)`,
    [merchant],
  )
  await upgrade()
  const ctx = await createContextOn({ url, drop }, {})
  const range = { merchant, fromDay: 0, toDay: 0, kinds: ['mark'] as const }
  const before = await sumByDay(ctx, range)
  await sumLedgerDays.run(ctx, new AbortController().signal)
  const after = await sumByDay(ctx, range)
  await client.end()
  await ctx.close()
  expect(before).toMatchObject([
    { account: 'manual', postings: 1, units: 100n },
    { account: 'proceeds', postings: 0, units: -100n },
  ])
  expect(after).toEqual(before)
})
