import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAnnouncedTransaction } from '../../../src/features/payments/find/announced/record-announced-transaction.js'
import { overlap } from '../../../src/features/payments/index/index-chain.js'
import { seedSplit } from '../../../src/features/split/seed-split.js'
import { checksumAddress, type Hash, parseHash } from '../../../src/lib/hex.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

const bill = (usd: number) => ({
  id: 'r-1',
  totalUsd: usd,
  lineItems: [{ label: 'A', priceUsd: usd }],
})

/**
 * Makes a receipt whose bill was replaced after the merchant had got a split, so that its address
 * changed.
 */
async function aReplacedReceipt() {
  const seller = await aSeller(paying.app, { hasSplit: false })
  await seller.post('/api/receipts', bill(5))
  const earlier = await paying.depositOf(seller.wallet, 'r-1')
  await paying.app.inject(`/api/portal/r-1?recipient=${seller.wallet}`)
  await seedSplit(paying.app.ctx, { merchant: seller.wallet, deploy: false })
  await seller.post('/api/receipts', bill(6))
  expect(await paying.depositOf(seller.wallet, 'r-1')).not.toBe(earlier)
  // All watches have ended.
  await paying.app.ctx.db.query('update deposits set watched_until = 1, native_until = 0')
  return { seller, earlier }
}

type ReplacedReceipt = Awaited<ReturnType<typeof aReplacedReceipt>>

/** Pays to the earlier address, and indexes more blocks than the indexer reads again. */
async function payEarlier(
  { earlier }: ReplacedReceipt,
  symbol: 'USDC' | 'ETH',
  units: bigint,
): Promise<Hash> {
  const hash = parseHash(await paying.pay(symbol, { from: paying.buyer, to: earlier, units }))
  if (!hash) throw new Error('the payment has no hash')
  await paying.mine(Number(overlap) + 1)
  await paying.watch()
  return hash
}

const announce = ({ seller }: ReplacedReceipt, hash: Hash) =>
  paying.app.ctx.db.transaction((tx) =>
    recordAnnouncedTransaction(
      { ...paying.app.ctx, db: tx },
      { merchant: seller.wallet, receiptId: 'r-1', hash, network: null, isOfCheckout: true },
    ),
  )

const statusOf = async ({ seller }: ReplacedReceipt) =>
  (await seller.get('/api/receipts/r-1')).json().status

describe('the address of an earlier bill', { timeout: 60_000 }, () => {
  test('behavior: an announced payment to it counts', { tags: 'slow' }, async () => {
    const replaced = await aReplacedReceipt()
    await announce(replaced, await payEarlier(replaced, 'USDC', 6_000_000n))
    await paying.settle(20)
    expect(await statusOf(replaced)).toMatch(/^(completed|reconciled)$/)
    expect(await paying.balanceOf('USDC', replaced.seller.wallet)).toBe(6_000_000n)
  })

  test('behavior: a rescan finds money there', async () => {
    const replaced = await aReplacedReceipt()
    await payEarlier(replaced, 'USDC', 6_000_000n)
    const { balances } = (await replaced.seller.act('/api/receipts/r-1/rescan', {})).json()
    expect(balances).toMatchObject([
      { depositAddress: checksumAddress(replaced.earlier), amount: '6', flushed: true },
    ])
    await paying.settle(20)
    expect(await statusOf(replaced)).toMatch(/^(completed|reconciled)$/)
  })

  test('behavior: an open page keeps its native token watched', async () => {
    const replaced = await aReplacedReceipt()
    await paying.app.inject(`/api/portal/r-1?recipient=${replaced.seller.wallet}`)
    await payEarlier(replaced, 'ETH', 10n ** 16n)
    await paying.settle(20)
    expect(await paying.balanceOf('ETH', replaced.earlier)).toBe(0n)
    expect(await paying.balanceOf('ETH', replaced.seller.wallet)).toBe(10n ** 16n)
  })
})
