import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countingDb } from '../../../../../test/counting-db.js'
import { aBuyer, aHash, type Buyer, setCursor } from '../../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../../test/harness.js'
import { type Address, type Hash, parseAddress } from '../../../../lib/hex.js'
import { HOUR_MS, MINUTE_MS } from '../../../../lib/time.js'
import type { Chain, MinedTransaction } from '../../../../platform/chain/chain.js'
import { topicOfAddress, topics } from '../../../../platform/chain/logs/decode-logs.js'
import { payoutRecords } from '../../../payouts/payout-records.js'
import { hasPayment, reopenAnnounced } from '../../announced-transaction-store.js'
import { announceOwnTransaction } from './announce-own-transaction.js'
import { checkAnnouncedTransactions } from './check-announced-transactions.js'

/** The time between two rounds in live mode. */
const roundMs = 2_000
const blockHash = `0x${'b'.repeat(64)}` as Hash

let app: TestApp
let buyer: Buyer
beforeAll(async () => {
  app = await createTestApp()
  buyer = await aBuyer(app)
  await setCursor(app, 10)
})
afterAll(() => app.close())
beforeEach(() => app.ctx.db.query('truncate announced_transactions, chain_blocks'))

/** A chain that knows the given transactions and counts lookups. */
function countingChain(mined: readonly MinedTransaction[] = []) {
  const looked: Hash[] = []
  const findTransaction: Chain['findTransaction'] = async (hash) => {
    looked.push(hash)
    return mined.find((transaction) => transaction.hash === hash) ?? null
  }
  const chain = { findTransaction } as Chain
  return {
    looked,
    /** Runs a round, then advances the clock. Returns the number of lookups. */
    async round(advanceMs = roundMs): Promise<number> {
      const before = looked.length
      await checkAnnouncedTransactions(app.ctx, chain, payoutRecords)
      app.ctx.clock.advance(advanceMs)
      return looked.length - before
    },
  }
}

const aTransaction = (fields: Partial<MinedTransaction> = {}): MinedTransaction => ({
  hash: aHash() as Hash,
  from: aWallet(),
  to: aWallet(),
  value: 0n,
  data: '0x',
  isSuccess: true,
  blockNumber: 5n,
  blockHash,
  logs: [],
  ...fields,
})

async function stateOf(hash: string): Promise<string | null> {
  const { rows } = await app.ctx.db.query<{ state: string }>(
    'select state from announced_transactions where tx_hash = $1',
    [hash],
  )
  return rows[0]?.state ?? null
}

/**
 * Third parties announce random hashes for receipts that exist or not: five per receipt, twenty per
 * network address.
 */
async function announceRandom(count: number): Promise<void> {
  await app.ctx.db.query(
    `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state, next_try_at, network)
     select $1, 'random-' || number / 5, '0x' || md5(number::text) || md5(number || 'x'), $2, 'open', $2,
       'network-' || number / 20
     from generate_series(0, $3 - 1) as number`,
    [aWallet(), app.ctx.now(), count],
  )
}

describe('checkAnnouncedTransactions', () => {
  test('default: looks up a transaction at once, then after 2, 4, 8 … seconds', async () => {
    await buyer.post('tx', { txHash: aHash() })
    const chain = countingChain()
    const startedAt = app.ctx.now()
    const times: number[] = []
    while (app.ctx.now() - startedAt < MINUTE_MS) {
      const at = app.ctx.now() - startedAt
      if ((await chain.round(500)) > 0) times.push(at)
    }
    expect(times).toEqual([0, 2_000, 6_000, 14_000, 30_000])
  })

  test('behavior: sixty random hashes raise the lookups only briefly', async () => {
    await announceRandom(60)
    const chain = countingChain()
    const perMinute: number[] = []
    for (let minute = 0; minute < 5; minute += 1) {
      let sum = 0
      for (let at = 0; at < MINUTE_MS; at += roundMs) {
        const lookups = await chain.round()
        expect(lookups).toBeLessThanOrEqual(20)
        sum += lookups
      }
      perMinute.push(sum)
    }
    // Once per round would be 1,800 per minute.
    expect(perMinute[0]).toBeLessThanOrEqual(300)
    for (const lookups of perMinute.slice(1)) expect(lookups).toBeLessThanOrEqual(60)
  })

  test.each([60, 300])(
    'behavior: finds an honest transaction in the first round beside %i random hashes',
    async (count) => {
      await announceRandom(count)
      const honest = aTransaction()
      app.ctx.clock.advance(1)
      await buyer.post('tx', { txHash: honest.hash })
      await countingChain([honest]).round()
      expect(await stateOf(honest.hash)).toBe('unrelated')
    },
  )

  test('behavior: finds a pending transaction soon after it is mined, beside retries', async () => {
    await announceRandom(300)
    const honest = aTransaction()
    await buyer.post('tx', { txHash: honest.hash })
    const before = countingChain()
    await before.round()
    const after = countingChain([honest])
    for (let round = 0; round < 2; round += 1) await after.round()
    expect(await stateOf(honest.hash)).toBe('unrelated')
  })

  test('behavior: gives up after an hour and forgets the network address', async () => {
    const hash = aHash()
    await buyer.post('tx', { txHash: hash })
    const chain = countingChain()
    let lookups = 0
    for (let at = 0; at <= HOUR_MS + 10 * MINUTE_MS; at += MINUTE_MS) {
      lookups += await chain.round(MINUTE_MS)
    }
    expect(lookups).toBeLessThanOrEqual(16)
    expect(await stateOf(hash)).toBe('lost')
    const { rows } = await app.ctx.db.query('select network from announced_transactions')
    expect(rows).toEqual([{ network: null }])
  })

  test('behavior: looks for a transaction of the service every hour, although it is not in flight', async () => {
    const { ctx } = app
    const { merchant, receiptId } = buyer
    const transaction = aTransaction()
    await ctx.db.query('insert into chain_blocks values (84532, 5, $1)', [blockHash])
    const ownTransaction = { merchant, receiptId, hash: transaction.hash }
    await ctx.db.transaction((tx) => announceOwnTransaction({ ...ctx, db: tx }, ownTransaction))
    const silent = countingChain()
    for (let at = 0; at <= HOUR_MS + 10 * MINUTE_MS; at += MINUTE_MS) await silent.round(MINUTE_MS)
    expect(await stateOf(transaction.hash)).toBe('lost')
    expect(await hasPayment(ctx.db, { merchant, receiptId })).toBe(false)
    let lookups = 0
    for (let hour = 0; hour < 24; hour += 1) lookups += await silent.round(HOUR_MS)
    expect(lookups).toBeGreaterThanOrEqual(23)

    await countingChain([transaction]).round()
    expect(await stateOf(transaction.hash)).toBe('unrelated')
  })

  test('behavior: looks twice for a transaction that a reorg reopened after an hour', async () => {
    const transaction = aTransaction()
    await app.ctx.db.query('insert into chain_blocks values (84532, 5, $1)', [blockHash])
    await buyer.post('tx', { txHash: transaction.hash })
    await countingChain([transaction]).round(2 * HOUR_MS)
    expect(await stateOf(transaction.hash)).toBe('unrelated')
    const { rows } = await app.ctx.db.query<{ address: Address }>('select address from deposits')
    await app.ctx.db.query('update announced_transactions set deposit_address = $1', [
      rows[0]?.address,
    ])
    await reopenAnnounced(app.ctx.db, { chainId: 84_532, after: 4n, now: app.ctx.now() })

    const chain = countingChain()
    await chain.round()
    expect(await stateOf(transaction.hash)).toBe('open')
    await chain.round()
    expect(await stateOf(transaction.hash)).toBe('lost')
  })

  test.each<[string, bigint, Hash]>([
    ['after the cursor', 11n, blockHash],
    ['of another branch', 9n, `0x${'c'.repeat(64)}` as Hash],
  ])('behavior: waits while its block is one %s', async (_, blockNumber, hash) => {
    await app.ctx.db.query('insert into chain_blocks values (84532, 9, $1)', [blockHash])
    const transaction = aTransaction({ blockNumber, blockHash: hash })
    await buyer.post('tx', { txHash: transaction.hash })
    const chain = countingChain([transaction])
    await chain.round(2 * HOUR_MS)
    await chain.round()
    expect(await stateOf(transaction.hash)).toBe('open')
  })

  test('behavior: postpones and gives up a transaction that the node cannot return, beside others', async () => {
    const [huge, honest] = [aHash() as Hash, aTransaction()]
    await buyer.post('tx', { txHash: huge })
    await buyer.post('tx', { txHash: honest.hash })
    let lookups = 0
    const chain = {
      findBlock: async () => ({ number: 10n }),
      async findTransaction(hash: Hash) {
        if (hash !== huge) return honest
        lookups += 1
        throw Object.assign(new Error(), { shortMessage: 'The request took too long.' })
      },
    } as unknown as Chain
    await checkAnnouncedTransactions(app.ctx, chain, payoutRecords)
    expect(await stateOf(honest.hash)).toBe('unrelated')
    for (let at = 0; at <= HOUR_MS + 10 * MINUTE_MS; at += MINUTE_MS) {
      await checkAnnouncedTransactions(app.ctx, chain, payoutRecords)
      app.ctx.clock.advance(MINUTE_MS)
    }
    expect(lookups).toBeLessThanOrEqual(16)
    expect(await stateOf(huge)).toBe('lost')
  })

  describe('a reverted transaction', () => {
    /**
     * Announces a reverted transfer from a checkout, and looks it up. Returns the status of the
     * receipt.
     */
    async function announceReverted(by: Buyer): Promise<string> {
      await by.checkOut()
      const { merchant, receiptId } = by
      const { rows } = await app.ctx.db.query<{ address: Address }>(
        'select address from deposits where merchant = $1 and receipt_id = $2',
        [merchant, receiptId],
      )
      const to = rows[0]?.address ?? aWallet()
      const transaction = aTransaction({ to, isSuccess: false })
      await by.post('tx', { txHash: transaction.hash })
      await countingChain([transaction]).round()
      expect(await stateOf(transaction.hash)).toBe('reverted')
      return (await by.receipt()).status
    }

    test('default: fails the checkout', async () => {
      expect(await announceReverted(await aBuyer(app))).toBe('failed')
    })

    test.each(['seen', 'confirmed'] as const)(
      'behavior: keeps a receipt open that has a payment, %s',
      async (state) => {
        const by = await aBuyer(app)
        await by.pay({ units: 9_000_000n, state })
        expect(await announceReverted(by)).not.toBe('failed')
      },
    )

    test('behavior: keeps a receipt open while native tokens wait at the deposit address', async () => {
      const by = await aBuyer(app)
      await app.ctx.db.query(
        'update deposits set native_units = 10::numeric ^ 18, native_since = 0 where merchant = $1',
        [by.merchant],
      )
      expect(await announceReverted(by)).not.toBe('failed')
    })

    test('behavior: changes nothing on an expired receipt', async () => {
      const by = await aBuyer(app)
      const { status } = await by.receipt()
      await app.ctx.db.query('update receipts set expires_at = $2 where merchant = $1', [
        by.merchant,
        app.ctx.now() + 1,
      ])
      const { timeline } = await by.receipt()
      app.ctx.clock.advance(1)
      expect(await announceReverted(by)).toBe(status)
      expect((await by.receipt()).timeline).toEqual(timeline)
    })
  })

  test('error: reports a failure of the service, after the other transactions, and does not give up', async () => {
    const [brokenHash, honest] = [aHash() as Hash, aTransaction()]
    await buyer.post('tx', { txHash: brokenHash })
    await buyer.post('tx', { txHash: honest.hash })
    const chain = {
      findBlock: async () => ({ number: 10n }),
      async findTransaction(hash: Hash) {
        if (hash === brokenHash) throw new Error('a defect')
        return honest
      },
    } as unknown as Chain
    await expect(checkAnnouncedTransactions(app.ctx, chain, payoutRecords)).rejects.toThrow(
      'a defect',
    )
    expect(await stateOf(honest.hash)).toBe('unrelated')
    await checkAnnouncedTransactions(app.ctx, chain, payoutRecords)
    app.ctx.clock.advance(2 * HOUR_MS)
    await expect(checkAnnouncedTransactions(app.ctx, chain, payoutRecords)).rejects.toThrow(
      'a defect',
    )
    expect(await stateOf(brokenHash)).toBe('open')
  })

  test('behavior: a reverted transaction fails the receipt only if a checkout announced it', async () => {
    const [holder, other] = [await aBuyer(app), await aBuyer(app)]
    await holder.checkOut()
    for (const [announcer, status] of [
      [holder, 'failed'],
      [other, 'pending'],
    ] as const) {
      const { depositAddress } = (await announcer.view()).payment
      const to = parseAddress(depositAddress)
      const reverted = aTransaction({ to, isSuccess: false })
      await announcer.post('tx', { txHash: reverted.hash })
      await app.ctx.db.query(
        'insert into chain_blocks (chain_id, number, hash) values ($1, 5, $2) on conflict do nothing',
        [app.ctx.config.chainId, blockHash],
      )
      await countingChain([reverted]).round()
      expect(await stateOf(reverted.hash)).toBe('reverted')
      expect(await announcer.receipt()).toMatchObject({ status })
    }
  })

  test('behavior: a timeline names few of the unknown tokens of a transaction', async () => {
    const { rows } = await app.ctx.db.query<{ address: Address }>(
      'select address from deposits where merchant = $1',
      [buyer.merchant],
    )
    const to = rows[0]?.address as Address
    const hash = aHash() as Hash
    const logs = Array.from({ length: 100 }, (_, logIndex) => ({
      address: aWallet(),
      topics: [topics.transfer, topicOfAddress(aWallet()), topicOfAddress(to)],
      data: `0x${'1'.padStart(64, '0')}` as const,
      blockNumber: 5n,
      blockHash,
      transactionHash: hash,
      logIndex,
    }))
    await buyer.post('tx', { txHash: hash })
    const chain = { findTransaction: async () => aTransaction({ hash, logs }) } as unknown as Chain
    const { db, statements } = countingDb(app.ctx.db)
    await checkAnnouncedTransactions({ ...app.ctx, db }, chain, payoutRecords)
    expect(statements.length).toBeLessThan(60)
  })

  test('error: a silent node costs no lookup', async () => {
    const hash = aHash()
    await buyer.post('tx', { txHash: hash })
    const findTransaction = () => Promise.reject(new Error('the node is silent'))
    const silent = { findTransaction } as unknown as Chain
    await expect(checkAnnouncedTransactions(app.ctx, silent, payoutRecords)).rejects.toThrow(
      'silent',
    )
    expect(await countingChain().round()).toBe(1)
  })
})

describe('listDue', () => {
  test('behavior: takes the one due longest first, and lets receipts take turns', async () => {
    const add = (receiptId: string, dueAt: number, network: string, merchant: Address) =>
      app.ctx.db.query(
        `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state, next_try_at, network)
         values ($1, $2, $3, $4, 'open', $4, $5)`,
        [merchant, receiptId, `0x${String(dueAt).padStart(64, '0')}`, dueAt, network],
      )
    const merchant = aWallet()
    await add('r-1', 1, 'a', merchant)
    await add('r-1', 2, 'a', merchant)
    await add('r-2', 3, 'a', merchant)
    await add('r-3', 4, 'b', merchant)
    const chain = countingChain()
    await chain.round()
    expect(chain.looked.map((hash) => Number(hash))).toEqual([1, 4, 3, 2])
  })
})
