import { statusFacts } from '../../../../lib/receipt-statuses.js'
import { type Asset, findAsset } from '../../../../platform/chain/assets/asset.js'
import type { Chain, PendingTransaction } from '../../../../platform/chain/chain.js'
import { type Deposit, depositOf } from '../../../../platform/chain/deposit-address.js'
import { nativeToken } from '../../../../platform/chain/tokens.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { claimStock } from '../../../holds/claim-stock.js'
import { endFirmHold } from '../../../holds/firm-holds.js'
import { lockReceipt } from '../../../receipts/read/get-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { saveFirmHold } from '../../../receipts/status/start-payment.js'
import type { AnnouncedTransaction } from '../../announced-transaction-store.js'
import { coversHalf } from './covers-half.js'

/**
 * Holds the stock of an order without a key while the node knows a transfer that would pay at least
 * half of it and can be mined now. Anything less costs its sender nothing. Releases the stock when
 * the transfer leaves the mempool.
 */
export async function holdForPending(
  ctx: Context,
  {
    chain,
    announced,
    receipt,
  }: { chain: Chain; announced: AnnouncedTransaction; receipt: Receipt },
): Promise<void> {
  const { merchant, receiptId, hash, network } = announced
  if (!receipt.softHold || statusFacts[receipt.status].isSettled) return
  const { firmUntil } = receipt.softHold
  if (firmUntil !== null && firmUntil <= ctx.now()) return
  const transaction = await chain.findPending(hash)
  if (firmUntil !== null) {
    // It may have been mined since the last request.
    if (transaction || (await chain.findReceipt(hash))) return
    await withLocked(ctx, receipt, (inTx) => endFirmHold(inTx, { merchant, receiptId, hash }))
    return
  }
  if (!transaction) return
  const transfer = readTransfer(transaction, depositOf(ctx.config, receipt))
  if (!transfer || !(await coversHalf(ctx, { receipt, ...transfer }))) return
  if (!(await canBeMinedNow(chain, transaction))) return

  const backing = { payer: transaction.from, hash, network }
  await withLocked(ctx, receipt, async (inTx, locked) => {
    if (!locked || !awaitsPayment(locked)) return
    const { firmUntil } = await claimStock(inTx, { receipt: locked, backing })
    await saveFirmHold(inTx, locked, firmUntil)
  })
}

async function withLocked(
  ctx: Context,
  { merchant, id }: Receipt,
  work: (ctx: TxContext, locked: Receipt | null) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    await work(inTx, await lockReceipt(inTx, { merchant, id }))
  })
}

/** Returns whether the next block can include a transaction, and it would succeed there. */
async function canBeMinedNow(chain: Chain, transaction: PendingTransaction): Promise<boolean> {
  const { from, to, value, gas, nonce, maxFeePerGas } = transaction
  const [nextNonce, balance, { baseFeePerGas }] = await Promise.all([
    chain.getNonce(from, 'latest'),
    chain.getBalance(from),
    chain.suggestFees(),
  ])
  if (!to || nonce !== nextNonce || maxFeePerGas < baseFeePerGas) return false
  if (balance < value + gas * maxFeePerGas) return false
  const { data, maxPriorityFeePerGas } = transaction
  const call = { from, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }
  return (await chain.simulate(call)).kind === 'succeeds'
}

function awaitsPayment({ softHold, status }: Receipt): boolean {
  return softHold?.firmUntil === null && !statusFacts[status].isSettled
}

/** A call of `transfer(address,uint256)`. */
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/** Returns the amount of a plain transfer to a deposit address. Other calls count once mined. */
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
