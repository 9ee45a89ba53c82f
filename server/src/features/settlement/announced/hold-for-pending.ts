import type { Chain, PendingTransaction } from '../../../platform/chain/chain.js'
import { type Deposit, depositOf } from '../../../platform/chain/deposit-address.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import { findReceipt } from '../../receipts/find-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { statusFacts } from '../../receipts/status/statuses.js'
import { claimStock } from '../../receipts/stock/start-payment.js'
import { type Asset, findAsset } from '../asset.js'
import type { AnnouncedTransaction } from './announced-transaction-store.js'
import { paysHalf } from './pays-half.js'

/**
 * Holds the stock of an order without a key once the node knows a transfer that would pay at least half of it. Before that
 * an announcement proves nothing. Asks the node only for orders whose payment has not started.
 */
export async function holdForPending(
  ctx: Context,
  { chain, announced }: { chain: Chain; announced: AnnouncedTransaction },
): Promise<void> {
  const { merchant, receiptId: id } = announced
  const receipt = await findReceipt(ctx, { merchant, id })
  if (!receipt || !awaitsPayment(receipt)) return
  const transaction = await chain.findPending(announced.hash)
  if (!transaction?.to) return
  const { from, to, data, value } = transaction
  const transfer = readTransfer(transaction, depositOf(ctx.config, receipt))
  if (!transfer || !(await paysHalf(ctx, { receipt, ...transfer }))) return
  // A transfer without the money would hold stock for the price of its gas.
  if ((await chain.estimateGas({ from, to, data, value })).kind === 'reverts') return

  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const locked = await lockReceipt(inTx, { merchant, id })
    if (locked && awaitsPayment(locked)) await claimStock(inTx, locked)
  })
}

function awaitsPayment({ softHold, status }: Receipt): boolean {
  return softHold?.firmUntil === null && !statusFacts[status].isSettled
}

/** A call of `transfer(address,uint256)`. */
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** Returns the amount that a plain transfer sends to a deposit address. Other calls count once they are in a block. */
function readTransfer(
  { to, value, data }: Pick<PendingTransaction, 'to' | 'value' | 'data'>,
  { chainId, address }: Deposit,
): { asset: Asset; units: bigint } | null {
  const asset = to && findAsset(chainId, to === address ? nativeToken : to)
  if (!asset) return null
  if (to === address) return { asset, units: value }
  const [, recipient, units] = transferCall.exec(data.toLowerCase()) ?? []
  return `0x${recipient}` === address ? { asset, units: BigInt(`0x${units}`) } : null
}
