import { assertNever } from '../../../lib/assert-never.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { Chain, MinedTransaction } from '../../../platform/chain/chain.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import { answerHint, type Hint, listOpenHints } from './hint-store.js'
import { judgeHint } from './judge-hint.js'
import { mapConcurrent } from './map-concurrent.js'

const atOnce = 50
const callsAtOnce = 8
/** A transaction that is in no block for so long will not be. */
const lostAfterMs = HOUR_MS

/**
 * Looks up the transactions that buyers have named. Those that pay are found anyway, and are only remembered for who
 * sent them; one that was to pay and did not ends the attempt.
 */
export async function checkHints(ctx: Context, chain: Chain): Promise<void> {
  const hints = await listOpenHints(ctx.db, atOnce)
  await mapConcurrent(hints, callsAtOnce, async (hint) => {
    const transaction = await chain.findTransaction(hint.hash)
    if (transaction) await answer(ctx, { hint, transaction })
    else if (ctx.now() - hint.createdAt > lostAfterMs) {
      await answerHint(ctx.db, { hint, state: 'lost', payer: null, units: 0n })
    }
  })
}

async function answer(
  ctx: Context,
  { hint, transaction }: { hint: Hint; transaction: MinedTransaction },
): Promise<void> {
  const { merchant, receiptId: id } = hint
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt(inTx, { merchant, id })
    if (!receipt) return
    const verdict = judgeHint(transaction, depositOf(ctx.config, receipt))
    const state = verdict === 'wrong_token' ? 'unrelated' : verdict
    if (
      !(await answerHint(tx, {
        hint,
        state,
        payer: transaction.from,
        units: transaction.value,
      }))
    )
      return
    switch (verdict) {
      case 'reverted':
        return walk(inTx, { receipt, hint, path: ['tx_mined', 'tx_mismatch', 'failed'] })
      case 'wrong_token':
        return walk(inTx, { receipt, hint, path: ['tx_mined', 'tx_mismatch'] })
      case 'paying':
      case 'unrelated':
        return
      default:
        return assertNever(verdict)
    }
  })
}

async function walk(
  ctx: TxContext,
  input: { receipt: Receipt; hint: Hint; path: readonly ReceiptStatus[] },
): Promise<void> {
  let { receipt } = input
  // Money that came is worth more than a transaction that brought none.
  if (statusFacts[receipt.status].isSettled) return
  for (const to of input.path) {
    receipt = await moveReceipt(ctx, {
      receipt,
      to,
      actor: 'system',
      by: 'settlement',
      failureCode: to === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null,
      transactionHash: input.hint.hash,
    })
  }
}
