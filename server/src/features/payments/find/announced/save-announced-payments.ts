import { DAY_MS, unixMs } from '../../../../lib/time.js'
import type { Block, MinedTransaction } from '../../../../platform/chain/chain.js'
import type { Deposit } from '../../../../platform/chain/deposit-address.js'
import type { TxContext } from '../../../../platform/context.js'
import { watchDeposit } from '../../../receipts/create/add-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { extendBalanceWatch } from '../../quote/balance-watch-store.js'
import { saveTransaction } from './save-transaction.js'

type Paying = { receipt: Receipt; deposit: Deposit; transaction: MinedTransaction; block: Block }

/**
 * Saves the payments of an announced transaction. The indexer misses transfers to addresses that are no longer watched. The
 * address is watched again, because money goes there. The caller's transaction has locked the cursor for writing.
 */
export async function saveAnnouncedPayments(
  ctx: TxContext,
  { receipt, deposit, transaction, block }: Paying,
): Promise<void> {
  const { merchant, id: receiptId } = receipt
  const { address, payoutAddress } = deposit
  await watchDeposit(ctx, { receipt, deposit })
  await extendBalanceWatch(ctx.db, { deposit, until: unixMs(ctx.now() + DAY_MS) })
  await saveTransaction(ctx, {
    transaction,
    block,
    deposit: { address, merchant, receiptId, payoutAddress },
  })
}
