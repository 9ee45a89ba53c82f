import { DAY_MS, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import type { Context } from '../../../platform/context.js'
import { confirmRefund } from '../../receipts/confirm-refund.js'
import { unconfirmRefund } from '../../receipts/unconfirm-refund.js'
import { isRefundedBy } from './is-refunded-by.js'
import { listNamed, type NamedRefund } from './refund-store.js'

const atOnce = 50
/** How long a transaction that a refund names is looked for, and for how long it may still be taken back. */
const soughtForMs = 30 * DAY_MS
const doubtedForMs = 3_600_000

/** Looks on chain for the transactions that refunds name: what gave the buyer the money confirms the refund. */
export async function confirmRefunds(ctx: Context, chain: Chain): Promise<void> {
  const latest = await chain.findBlock('latest')
  if (!latest) return
  const { confirmations } = senderRules(ctx.config)
  const isThere = async (refund: NamedRefund, depth: number) => {
    const transaction = await chain.findTransaction(refund.hash)
    if (!transaction || latest.number - transaction.blockNumber + 1n < BigInt(depth)) return false
    return isRefundedBy(transaction, refund)
  }

  const since = (ms: number) => unixMs(ctx.now() - ms)
  const sought = { isConfirmed: false, since: since(soughtForMs), limit: atOnce }
  for (const refund of await listNamed(ctx.db, sought)) {
    if (!(await isThere(refund, confirmations))) continue
    await ctx.db.transaction((tx) => confirmRefund({ ...ctx, db: tx }, refund))
  }
  const doubted = { isConfirmed: true, since: since(doubtedForMs), limit: atOnce }
  for (const refund of await listNamed(ctx.db, doubted)) {
    if (await isThere(refund, 1)) continue
    await ctx.db.transaction((tx) => unconfirmRefund({ ...ctx, db: tx }, refund))
  }
}
