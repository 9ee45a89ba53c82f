import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../../../test/paying.js'
import type { Address, Hash } from '../../../../lib/hex.js'
import type { Chain, Log } from '../../../../platform/chain/chain.js'
import { paymentGateway } from '../../../../platform/chain/contracts.js'
import { topicOfAddress } from '../../../../platform/chain/logs/decode-logs.js'
import { getTrialBalance } from '../../../ledger/get-trial-balance.js'
import { getReceipt } from '../../../receipts/read/get-receipt.js'
import { createWatcher } from '../../../settlement/round.js'
import { recordAnnouncedTransaction } from './record-announced-transaction.js'

const signal = new AbortController().signal
let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

/** Returns the balances of a merchant in units, debits positive, without zeros. */
async function balances({ wallet }: Seller): Promise<Record<string, bigint>> {
  const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, wallet)
  expect(isBalanced).toBe(true)
  const sums = accounts.map((sum) => [sum.account, sum.debitUnits - sum.creditUnits] as const)
  return Object.fromEntries(sums.filter(([, units]) => units !== 0n))
}

/**
 * A chain without the gateway's logs, in which a third party's transfer to the split follows the
 * gateway's, if it has units.
 */
function aLaggingChain(payoutAddress: Address, thirdPartyUnits: bigint): Chain {
  const real = paying.app.ctx.chain as Chain
  const addThirdParty = (logs: Log[]): Log[] =>
    logs.flatMap((log) => {
      if (thirdPartyUnits === 0n || log.topics[2] !== topicOfAddress(payoutAddress)) return log
      const data = `0x${thirdPartyUnits.toString(16).padStart(64, '0')}` as const
      return [log, { ...log, logIndex: log.logIndex + 100, data }]
    })
  return {
    ...real,
    listLogs: async (filter) =>
      filter.addresses.includes(paymentGateway.address)
        ? []
        : addThirdParty(await real.listLogs(filter)),
    async findTransaction(hash) {
      const minedTransaction = await real.findTransaction(hash)
      return minedTransaction && { ...minedTransaction, logs: addThirdParty(minedTransaction.logs) }
    },
  }
}

describe('saveAnnouncedPayments', () => {
  test.each([
    ['removes', 0n],
    ['reduces', 1_000_000n],
  ])('behavior: %s a direct payment that the announced transaction explains', async (_, extra) => {
    const { ctx } = paying.app
    const seller = await aSeller(paying.app, {})
    const lineItems = [{ label: 'A', priceUsd: 5 }]
    await seller.post('/api/receipts', { id: 'g', totalUsd: 5, lineItems })
    await paying.watch()
    const { payoutAddress } = await getReceipt(ctx, { merchant: seller.wallet, id: 'g' })
    const receiptKey = await paying.receiptKeyOf(seller.wallet, 'g')
    const token = paying.tokenOf('USDC')
    const units = 5_000_000n
    await paying.payByGateway({ from: paying.buyer, receiptKey, payoutAddress, token, units })
    const block = await paying.chain.call('eth_getBlockByNumber', 'latest', false)
    const hash = (block as { transactions: Hash[] }).transactions[0] as Hash
    const watcher = createWatcher(ctx, aLaggingChain(payoutAddress, extra))
    const check = () => watcher.runRound(signal)
    await check()
    // So that the block is not read again.
    await paying.mine(22)
    await check()
    await check()
    expect(await balances(seller)).toMatchObject({ customer_credit: -units - extra })

    await ctx.db.transaction((tx) =>
      recordAnnouncedTransaction(
        { ...ctx, db: tx },
        { merchant: seller.wallet, receiptId: 'g', hash, network: null, isOfCheckout: true },
      ),
    )
    await check()
    expect((await seller.get('/api/receipts/g')).json().status).toBe('paid')
    await paying.mine(1)
    await check()
    const after = await balances(seller)
    expect(after['sales']).toBe(-units)
    expect(after['customer_credit'] ?? 0n).toBe(-extra)
    expect(after['custody']).toBe(units + extra)
  })
})
