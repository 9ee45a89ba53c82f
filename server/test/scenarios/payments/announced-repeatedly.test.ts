import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAnnouncedTransactions } from '../../../src/features/payments/find/announced/check-announced-transactions.js'
import { recordAnnouncedTransaction } from '../../../src/features/payments/find/announced/record-announced-transaction.js'
import { payoutRecords } from '../../../src/features/payouts/payout-records.js'
import type { Hash } from '../../../src/lib/hex.js'
import type { Chain } from '../../../src/platform/chain/chain.js'
import { aSeller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

test('behavior: a transaction that is announced for many receipts is read once per round', async () => {
  const { ctx } = paying.app
  const seller = await aSeller(paying.app, {})
  // Stands for one with tens of thousands of logs, which takes the node and this process a second.
  const hash = (await paying.send(paying.buyer, paying.buyer, '0x', 1n)) as Hash
  await paying.watch()
  for (let n = 0; n < 20; n += 1) {
    const receiptId = `r-${n}`
    const lineItems = [{ label: 'A', priceUsd: 5 }]
    await seller.post('/api/receipts', { id: receiptId, totalUsd: 5, lineItems })
    const network = `network-${n % 4}`
    const announced = { merchant: seller.wallet, receiptId, hash, network, isOfCheckout: false }
    await ctx.db.transaction((tx) => recordAnnouncedTransaction({ ...ctx, db: tx }, announced))
  }
  let reads = 0
  const real = ctx.chain as Chain
  const chain: Chain = {
    ...real,
    findTransaction: (hash) => {
      reads += 1
      return real.findTransaction(hash)
    },
  }
  await checkAnnouncedTransactions(ctx, chain, payoutRecords)
  expect(reads).toBe(1)
})
