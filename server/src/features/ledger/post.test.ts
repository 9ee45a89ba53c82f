import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import { baseUnits, cents, micros } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import { assetName, manualUsd } from '../../platform/chain/assets/asset-name.js'
import { manualPaymentEntries } from './entries.js'
import type { Account, Entry, Posting } from './entry.js'
import { getTrialBalance } from './get-trial-balance.js'
import { post, requireBalanced, reversePosting } from './post.js'
import { countPostings, listEntries, listSales, sumReceipts } from './receipt-ledger.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

function aPosting(merchant: Address, fields: Partial<Posting> = {}): Posting {
  return {
    merchant,
    key: 'mark:r-1:1',
    kind: 'mark',
    at: unixMs(5),
    receiptId: 'r-1',
    transactionHash: null,
    entries: manualPaymentEntries({ usdCents: cents(450n) }),
    ...fields,
  }
}

const balances = async (merchant: Address) =>
  (await getTrialBalance(ctx, merchant)).accounts.map((sum) => [
    sum.account,
    sum.debitUnits - sum.creditUnits,
  ])

describe('post', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    expect(await post(ctx, aPosting(merchant))).toBe(true)
    expect(await balances(merchant)).toEqual([
      ['customer_credit', -450n],
      ['due:manual', -450n],
      ['manual', 450n],
      ['proceeds', 450n],
    ])
    const entries = await listEntries(ctx, { merchant, key: 'mark:r-1:1' })
    expect(entries).toEqual(aPosting(merchant).entries)
  })

  test('behavior: posts a key once, even with other entries and concurrently', async () => {
    const merchant = await aMerchant()
    const entries = manualPaymentEntries({ usdCents: cents(1n) })
    const done = await Promise.all([
      ...Array.from({ length: 4 }, () => post(ctx, aPosting(merchant))),
      post(ctx, aPosting(await aMerchant())),
    ])
    expect(done.filter((isDone) => isDone)).toHaveLength(2)
    expect(await post(ctx, aPosting(merchant, { entries }))).toBe(false)
    expect(await balances(merchant)).toContainEqual(['manual', 450n])
  })

  test('behavior: accepts amounts of any size', async () => {
    const merchant = await aMerchant()
    const entries = manualPaymentEntries({ usdCents: cents(10n ** 33n) })
    expect(await post(ctx, aPosting(merchant, { entries }))).toBe(true)
    expect(await balances(merchant)).toContainEqual(['manual', 10n ** 33n])
  })

  test('error: refuses entries that do not balance', async () => {
    const merchant = await aMerchant()
    const entries = aPosting(merchant).entries.slice(1)
    await expect(post(ctx, aPosting(merchant, { entries }))).rejects.toThrow('out of balance by')
    await expect(post(ctx, aPosting(merchant, { entries: [] }))).rejects.toThrow('needs entries')
    expect(await balances(merchant)).toEqual([])
  })
})

describe('reversePosting', () => {
  test('default', async () => {
    const merchant = await aMerchant()
    const key = 'mark:r-1:1'
    await post(ctx, aPosting(merchant))
    expect(await reversePosting(ctx, { merchant, key, at: unixMs(9) })).toHaveLength(4)
    expect(await balances(merchant)).toEqual([
      ['customer_credit', 0n],
      ['due:manual', 0n],
      ['manual', 0n],
      ['proceeds', 0n],
    ])
    const { rows } = await ctx.db.query(
      'select key, kind, at, receipt_id from ledger_postings where merchant = $1 order by at',
      [merchant],
    )
    expect(rows).toEqual([
      { key, kind: 'mark', at: '5', receipt_id: 'r-1' },
      { key: `undo:${key}`, kind: 'mark', at: '9', receipt_id: 'r-1' },
    ])
  })

  test('behavior: reverses once, and only existing postings', async () => {
    const [merchant, other] = [await aMerchant(), await aMerchant()]
    const key = 'mark:r-1:1'
    await post(ctx, aPosting(merchant))
    expect(await reversePosting(ctx, { merchant: other, key, at: unixMs(9) })).toBeNull()
    expect(await reversePosting(ctx, { merchant, key: 'x', at: unixMs(9) })).toBeNull()
    const attempts = [0, 1].map(() => reversePosting(ctx, { merchant, key, at: unixMs(9) }))
    const reversals = await Promise.all(attempts)
    expect(reversals.filter((entries) => entries !== null)).toHaveLength(1)
    expect(await countPostings(ctx, { merchant, receiptId: 'r-1', kind: 'mark' })).toBe(2)
  })
})

describe('sumReceipts', () => {
  test('default: sums by receipt and kind', async () => {
    const merchant = await aMerchant()
    await post(ctx, aPosting(merchant))
    await post(ctx, aPosting(merchant, { key: 'mark:r-1:2' }))
    await post(ctx, aPosting(merchant, { key: 'x', kind: 'refund' }))
    await post(ctx, aPosting(merchant, { key: 'mark:r-2:1', receiptId: 'r-2' }))
    await post(ctx, aPosting(merchant, { key: 'release', receiptId: null }))
    const sums = await sumReceipts(ctx, { merchant, receiptIds: ['r-1', 'r-3'] })
    expect([...sums.keys()]).toEqual(['r-1'])
    const shown = sums.get('r-1')?.map((sum) => [sum.kind, sum.account, sum.units, sum.usdMicros])
    expect(shown).toContainEqual(['mark', 'manual', 900n, 9_000_000n])
    expect(shown).toContainEqual(['refund', 'manual', 450n, 4_500_000n])
  })
})

describe('listSales', () => {
  test('default: lists sales newest first, without reversed ones', async () => {
    const merchant = await aMerchant()
    const sell = (key: string, at: number, receiptId: string) =>
      post(ctx, aPosting(merchant, { key, kind: 'sale', at: unixMs(at), receiptId }))
    await sell('a', 10, 'r-1')
    await sell('b', 20, 'r-2')
    await sell('c', 30, 'r-3')
    await post(ctx, aPosting(merchant, { key: 'd', at: unixMs(20) }))
    await reversePosting(ctx, { merchant, key: 'b', at: unixMs(25) })
    const list = (from: number, to: number, limit = 9) =>
      listSales(ctx, { merchant, from, to, limit })
    expect(await list(0, 99)).toEqual([
      { receiptId: 'r-3', at: 30 },
      { receiptId: 'r-1', at: 10 },
    ])
    expect(await list(10, 10)).toEqual([{ receiptId: 'r-1', at: 10 }])
    expect(await list(0, 99, 1)).toEqual([{ receiptId: 'r-3', at: 30 }])
    expect(await list(11, 29)).toEqual([])
  })
})

const token = assetName({ chainId: 1, token: knownAddress(`0x${'1'.repeat(40)}`) })

const line = (account: Account, units: bigint, usd: bigint, asset: Entry['asset'] = manualUsd) => ({
  account,
  asset,
  units: baseUnits(units),
  usdMicros: micros(usd),
})

describe('requireBalanced', () => {
  test('default', () => {
    const entries = [line('manual', 5n, 7n), line('sales', -2n, -7n), line('sales', -3n, 0n)]
    expect(() => requireBalanced(entries)).not.toThrow()
  })

  test.each([
    ['no entries', [], 'needs entries'],
    ['an entry of zero', [line('manual', 0n, 0n)], 'entry of zero'],
    [
      'unbalanced units',
      [line('manual', 5n, 7n), line('sales', -4n, -7n)],
      'out of balance by 1 units and 0 micros',
    ],
    [
      'unbalanced dollars',
      [line('manual', 5n, 7n), line('sales', -5n, -8n)],
      'out of balance by 0 units and -1 micros',
    ],
    [
      'one asset against another',
      [line('manual', 5n, 7n), line('sales', -5n, -7n, token)],
      'out of balance by 5 units and 7 micros of USD',
    ],
  ])('error: refuses %s', (_name, entries, message) => {
    expect(() => requireBalanced(entries)).toThrow(message)
  })
})
