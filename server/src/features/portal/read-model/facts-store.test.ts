import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anAcceptedAuthorization,
  lackMoney,
  moveTo,
} from '../../../../test/fixtures/accepted-authorization.js'
import { aBuyer, aHash, setNativeBalance } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import {
  createTestApp,
  createTestContext,
  type TestApp,
  type TestContext,
  testNow,
} from '../../../../test/harness.js'
import type { Address } from '../../../lib/hex.js'
import type { OutgoingState } from '../../../platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../../platform/chain/outgoing/plan-transaction.js'
import { listPaymentPriorities } from '../../../platform/chain/outgoing/relayer-keys.js'
import { cancelPlanned } from '../../../platform/chain/outgoing/stores/progress-store.js'
import type { Queryable } from '../../../platform/db/db.js'
import { findPortalFacts, type SentRow, sentTo, toSent } from './facts-store.js'
import { hasPayment } from './session-store.js'

const chainId = 84_532
let app: TestApp
let merchant: Address
beforeAll(async () => {
  app = await createTestApp()
  const seller = await aSeller(app)
  merchant = seller.wallet
  const lineItems = [{ label: 'Tea', priceUsd: 4 }]
  await seller.post('/api/receipts', { id: 'r-1', lineItems, totalUsd: 4 })
})
afterAll(() => app.close())

describe('findPortalFacts', () => {
  test('default: returns a new receipt without payments', async () => {
    const which = { merchant, id: 'r-1', chainId, priorities: [0] }
    const unknown = { ...which, merchant: aWallet() }
    const [none, portalFacts] = await findPortalFacts(app.ctx.db, [unknown, which])
    expect(portalFacts).toMatchObject({
      receipt: { merchant, id: 'r-1' },
      refunds: [],
      returned: [],
      soldOut: [],
      quote: null,
      sent: null,
      payments: [],
      watches: [{ nativeUntil: 0 }],
      head: null,
      safe: null,
      lacksGas: false,
    })
    expect(none).toBeNull()
  })

  test('behavior: reads more once something has happened to a receipt, in the order of the list', async () => {
    const buyer = await aBuyer(app)
    const paid = { merchant: buyer.merchant, id: buyer.receiptId, chainId, priorities: [0] }
    const fresh = { ...paid, merchant, id: 'r-1' }
    let statements = 0
    const query: Queryable['query'] = (sql, params) => {
      statements += 1
      return app.ctx.db.query(sql, params)
    }
    const find = async () => {
      statements = 0
      const refs = [paid, { ...paid, id: 'unknown' }, fresh, paid]
      const found = await findPortalFacts({ ...app.ctx.db, query }, refs)
      const shown = found.map((facts) => facts && [facts.receipt.id, facts.payments.length])
      return { shown, statements }
    }
    const free = ['r-1', 0]
    const open = [buyer.receiptId, 0]
    expect(await find()).toEqual({ shown: [open, null, free, open], statements: 1 })
    await buyer.pay({ units: 1_000_000n })
    const seen = [buyer.receiptId, 1]
    expect(await find()).toEqual({ shown: [seen, null, free, seen], statements: 2 })
  })

  test('behavior: the fee of a charge is what the chain shows, once it is paid', async () => {
    const buyer = await aBuyer(app)
    const which = { merchant: buyer.merchant, id: buyer.receiptId, chainId, priorities: [0] }
    const bps = async () => (await findPortalFacts(app.ctx.db, [which]))[0]?.platformBps
    const where = 'where merchant = $1 and '
    const params = [buyer.merchant, buyer.receiptId]
    expect(await bps()).toBe(50)
    await app.ctx.db.query(`update receipts set kind = 'subscription' ${where} id = $2`, params)
    expect(await bps()).toBeNull()
    await buyer.pay({ units: 12_000_000n })
    await app.ctx.db.query(
      `update payments set kind = 'charge', fee_account = merchant, fee_units = 90000, split_fee_bps = 50
       ${where} receipt_id = $2`,
      params,
    )
    // 0.09 of 12 directly, and 0.5 % of the rest.
    expect(await bps()).toBe(125)
  })

  test('behavior: uses indexes', async () => {
    const which = { merchant, id: 'r-1', chainId, priorities: [0] }
    const plan = await planOf(app.ctx.db, (db) => findPortalFacts(db, [which]))
    expect(plan).not.toContain('Seq Scan')
  })

  test.each([
    ['does not concern', 'a key of its own', `0x${'7'.repeat(64)}`, false],
    ['concerns', 'the same key', undefined, true],
  ])(
    'behavior: a wallet of deployments without gas %s signed payments with %s',
    async (_does, _key, ownBalance, lacksGas) => {
      const { ctx } = app
      const { id } = await planTransaction(ctx, {
        chainId,
        key: aWallet(),
        purpose: 'split.create',
        merchant: '',
        to: aWallet(),
        data: '0x',
        value: 0n,
        gas: 400_000n,
      })
      await lackMoney(ctx, id)
      const priorities = listPaymentPriorities({
        ...ctx.config,
        relayerDeploymentsPrivateKey: ownBalance,
      })
      const which = { merchant, id: 'r-1', chainId, priorities }
      const [facts] = await findPortalFacts(ctx.db, [which])
      expect(facts).toMatchObject({ lacksGas })
      await cancelPlanned(ctx.db, { id, error: 'no longer needed' })
    },
  )
})

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

afterAll(() => ctx.close())

type Ref = ReturnType<typeof aRef>

const aRef = () => ({ merchant: aWallet(), receiptId: 'r-1' })

async function findSent(db: Queryable, { merchant, receiptId }: Ref) {
  const { rows } = await db.query<{ sent: SentRow | null }>(
    `select ${sentTo({ merchant: '$1', id: '$2' })} as sent`,
    [merchant, receiptId],
  )
  return rows[0]?.sent ? toSent(rows[0].sent) : null
}

async function payBy(ref: Ref, txHash: string, kind = 'gateway'): Promise<void> {
  await ctx.db.query(
    `insert into payments (
       chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payout_address,
       block_number, block_hash, paid_at, state, created_at
     ) values (84532, $2, 0, $1, 'r-1', $3, '0x', 1, '0x', 1, '0x', 0, 'seen', 0)`,
    [ref.merchant, txHash, kind],
  )
}

async function orphan(ref: Ref): Promise<void> {
  await ctx.db.query(`update payments set state = 'orphaned' where merchant = $1`, [ref.merchant])
}

type AnnouncedTransaction = { txHash?: string; state: string; at?: number; units?: bigint }

async function announce(
  ref: Ref,
  { txHash = aHash(), state, at = 5, units = 0n }: AnnouncedTransaction,
) {
  await ctx.db.query(
    `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state, units)
     values ($1, 'r-1', $2, $3, $4, $5)`,
    [ref.merchant, txHash, at, state, units],
  )
  return txHash
}

/** A receipt whose deposit address holds one wei. */
async function withNativeToken(): Promise<Ref> {
  const ref = aRef()
  await ctx.db.query(
    `insert into deposits (chain_id, address, merchant, receipt_id, receipt_key, payout_address, watched_until)
     values (84532, $2, $1, 'r-1', '0x', '0x', 0)`,
    [ref.merchant, aWallet()],
  )
  await setNativeBalance(ctx, { ...ref, units: 1n })
  return ref
}

const inFlightCases: readonly [OutgoingState, boolean][] = [
  ['planned', true],
  ['signed', true],
  ['sent', true],
  ['mined', true],
  ['final', true],
  ['failed', false],
  ['reverted', false],
]

describe('sentTo', () => {
  test.each(inFlightCases)(
    'default: with a %s transaction and no payment: %s',
    async (state, expected) => {
      const ref = aRef()
      const txHash = state === 'planned' ? null : aHash()
      expect(await findSent(ctx.db, ref)).toBeNull()
      await moveTo(ctx, { id: await anAcceptedAuthorization(ctx, ref), state, hash: txHash })
      const sent = { txHash, at: testNow, isOurs: true }
      expect(await findSent(ctx.db, ref)).toEqual(expected ? sent : null)
      expect(await hasPayment(ctx.db, ref)).toBe(expected)
      expect(await hasPayment(ctx.db, { ...ref, receiptId: 'r-2' })).toBe(false)
      expect(await findSent(ctx.db, { ...ref, merchant: aWallet() })).toBeNull()
    },
  )

  test('behavior: ends when the payment is recorded, until a reorg removes it', async () => {
    const [ref, hash] = [aRef(), aHash()]
    const id = await anAcceptedAuthorization(ctx, ref)
    await moveTo(ctx, { id, state: 'mined', hash })
    await payBy(ref, aHash())
    expect(await findSent(ctx.db, ref)).not.toBeNull()
    await payBy(ref, hash)
    expect(await findSent(ctx.db, ref)).toBeNull()
    await orphan(ref)
    expect(await findSent(ctx.db, ref)).toEqual({ txHash: hash, at: testNow, isOurs: true })
    expect(await hasPayment(ctx.db, ref)).toBe(true)
  })

  test.each([
    ['open', true],
    ['paying', true],
    ['reverted', false],
    ['unrelated', false],
    ['lost', false],
  ])('behavior: with an announced transaction that is %s: %s', async (state, expected) => {
    const ref = aRef()
    const txHash = await announce(ref, { state })
    const sent = { txHash, at: 5, isOurs: false }
    expect(await findSent(ctx.db, ref)).toEqual(expected ? sent : null)
    expect(await findSent(ctx.db, { ...ref, receiptId: 'r-2' })).toBeNull()
  })

  test('behavior: keeps a found transaction until its payment is recorded', async () => {
    const ref = aRef()
    const txHash = await announce(ref, { state: 'paying' })
    await payBy(ref, aHash(), 'native')
    expect(await findSent(ctx.db, ref)).toMatchObject({ txHash })
    await payBy(ref, txHash)
    expect(await findSent(ctx.db, ref)).toBeNull()
    // It is not looked up again, so it is not in flight.
    await orphan(ref)
    expect(await findSent(ctx.db, ref)).toBeNull()
  })

  test('behavior: keeps native tokens while they are at the deposit address', async () => {
    const ref = await withNativeToken()
    expect(await findSent(ctx.db, ref)).toEqual({ txHash: null, at: testNow, isOurs: false })
    expect(await hasPayment(ctx.db, ref)).toBe(true)
    const first = await announce(ref, { state: 'paying', units: 1n, at: 6 })
    expect(await findSent(ctx.db, ref)).toEqual({ txHash: first, at: 6, isOurs: false })

    // The flush has another hash.
    await payBy(ref, aHash(), 'native')
    await setNativeBalance(ctx, { ...ref, units: null })
    expect(await findSent(ctx.db, ref)).toBeNull()

    const second = await announce(ref, { state: 'paying', units: 1n, at: 7 })
    await setNativeBalance(ctx, { ...ref, units: 1n })
    expect(await findSent(ctx.db, ref)).toEqual({ txHash: second, at: testNow, isOurs: false })
  })

  test('behavior: ignores native tokens that are too little to be moved', async () => {
    const ref = await withNativeToken()
    await ctx.db.query(
      `insert into quotes (
         merchant, receipt_id, symbol, quoted_at, usd_per_unit_ppm, provider, units, expires_at
       ) values ($1, 'r-1', 'ETH', 0, 1, 'fixed', 21, 1)`,
      [ref.merchant],
    )
    await announce(ref, { state: 'paying', units: 1n })
    expect(await findSent(ctx.db, ref)).toBeNull()
    expect(await hasPayment(ctx.db, ref)).toBe(false)
    await setNativeBalance(ctx, { ...ref, units: 2n })
    expect(await findSent(ctx.db, ref)).not.toBeNull()
  })

  test('behavior: a payment that is known by its flush completes an announced transfer', async () => {
    const ref = aRef()
    const txHash = await announce(ref, { state: 'paying' })
    await ctx.db.query('update announced_transactions set block_number = 1 where tx_hash = $1', [
      txHash,
    ])
    await payBy(ref, aHash(), 'flush')
    expect(await findSent(ctx.db, ref)).toBeNull()
  })

  test('behavior: has no hash for native tokens beside an announced token transfer', async () => {
    const ref = await withNativeToken()
    await payBy(ref, await announce(ref, { state: 'paying' }))
    expect(await findSent(ctx.db, ref)).toMatchObject({ txHash: null })
  })

  test('behavior: prefers a signed payment, then the last announced one', async () => {
    const ref = await withNativeToken()
    await announce(ref, { state: 'open', at: 1 })
    const last = await announce(ref, { state: 'open', at: 2 })
    expect(await findSent(ctx.db, ref)).toMatchObject({ txHash: last, isOurs: false })
    await anAcceptedAuthorization(ctx, ref)
    expect(await findSent(ctx.db, ref)).toMatchObject({ txHash: null, isOurs: true })
  })

  test('behavior: by indexes', async () => {
    const plan = await planOf(ctx.db, (db) => findSent(db, aRef()))
    expect(plan).not.toContain('Seq Scan')
  })
})
