import type { Hash } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import { confirmRefund, unconfirmRefund } from '../../receipts/refund/confirm-refund.js'
import { refundKey } from '../../receipts/refund/post-refund.js'
import { decideRefunds, type JudgedRefund, type Sight } from './decide-refunds.js'
import { refundParts } from './refund-parts.js'
import { lockNamed, type NamedRefund, updateSought } from './refund-store.js'

/** Confirms the refunds that a transaction has paid and doubts those that it has not, in the caller's transaction. */
export async function judgeRefunds(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { hash, sight }: { hash: Hash; sight: Sight | null },
): Promise<void> {
  const now = ctx.now()
  const refunds = await lockNamed(ctx.db, hash)
  const judged: JudgedRefund[] = []
  for (const refund of refunds) {
    // Nothing was seen: what is owed makes no difference, and hashes that somebody invented stay cheap.
    judged.push({ ...refund, parts: sight ? await findParts(ctx, refund) : null })
  }
  const isPaid = decideRefunds(judged, { sight, now })
  for (const [index, refund] of refunds.entries()) {
    if (isPaid[index] === (refund.confirmedAt !== null)) continue
    await (isPaid[index] ? confirmRefund(ctx, refund) : unconfirmRefund(ctx, refund))
  }
  await updateSought(ctx.db, { hash, at: now })
}

async function findParts(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, id }: NamedRefund,
): Promise<JudgedRefund['parts']> {
  const entries = await listEntries(ctx, { merchant, key: refundKey(id) })
  return refundParts(entries, ctx.config.chainId)
}
