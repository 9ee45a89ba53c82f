import type { PortalRef } from '../../auth/portal-tokens.js'
import { type Cents, cents } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { lockReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { saveProgress } from '../receipts/status/move-receipt.js'
import type { ProviderName } from './provider.js'
import { isCharged, type OnrampSession } from './session.js'
import { listSessions, listSharing } from './session-store.js'

/**
 * Locks a receipt, and with it all receipts that share its session at the provider, in one order:
 * callers that lock the same receipts do not wait for each other. Returns the receipt, or null.
 */
export async function lockSharing(
  ctx: TxContext,
  session: PortalRef & { provider: ProviderName; sessionId: string | null },
): Promise<Receipt | null> {
  const { merchant, receiptId, provider, sessionId } = session
  const sharing = sessionId === null ? [] : await listSharing(ctx.db, { provider, sessionId })
  const refs = new Map(
    [{ merchant, receiptId }, ...sharing].map((ref) => [`${ref.merchant} ${ref.receiptId}`, ref]),
  )
  let locked: Receipt | null = null
  for (const [, ref] of [...refs].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) {
    const receipt = await lockReceipt(ctx, { merchant: ref.merchant, id: ref.receiptId })
    if (ref.merchant === merchant && ref.receiptId === receiptId) locked = receipt
  }
  return locked
}

/**
 * Records a session on its locked receipt, where webhooks report it. Flags a session that several
 * receipts have, which are locked too. Returns the receipt.
 */
export async function linkSession(
  ctx: TxContext,
  { receipt, session }: { receipt: Receipt; session: OnrampSession & { sessionId: string } },
): Promise<Receipt> {
  const { sessionId, provider } = session
  const sharing = await listSharing(ctx.db, { provider, sessionId })
  const others = sharing.filter(
    ({ merchant, receiptId }) => merchant !== receipt.merchant || receiptId !== receipt.id,
  )
  for (const { merchant, receiptId: id } of others) {
    ctx.log.warn({ receiptId: receipt.id, sessionId }, 'two receipts share a card payment')
    const other = await lockReceipt(ctx, { merchant, id })
    if (other?.onramp?.sessionId !== sessionId) continue
    await saveProgress(ctx, { ...other, onramp: { ...other.onramp, isUnique: false } })
  }
  const sourceUsdCents = await sumCharged(ctx, receipt)
  const onramp = { sessionId, isUnique: others.length === 0, sourceUsdCents }
  const linked = { ...receipt, onramp }
  await saveProgress(ctx, linked)
  return linked
}

/** Updates the amount that was charged for a locked receipt, after a bank declined after all. */
export async function updateSource(ctx: TxContext, receipt: Receipt): Promise<void> {
  if (!receipt.onramp) return
  const sourceUsdCents = await sumCharged(ctx, receipt)
  await saveProgress(ctx, { ...receipt, onramp: { ...receipt.onramp, sourceUsdCents } })
}

/** Sums what the provider charged for a receipt. Null while it has reported no amount. */
async function sumCharged(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id }: Receipt,
): Promise<Cents | null> {
  const sessions = await listSessions(db, { merchant, receiptIds: [id] })
  const amounts = sessions.filter(isCharged).flatMap(({ sourceUsdCents }) => sourceUsdCents ?? [])
  return amounts.length === 0 ? null : cents(amounts.reduce((sum, amount) => sum + amount, 0n))
}
