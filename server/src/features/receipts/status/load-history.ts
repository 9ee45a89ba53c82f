import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { ReceiptHistory } from '../describe-receipt.js'
import { listRefunds } from '../refund/refund-store.js'
import { listEvents } from './timeline-store.js'

/** What happened to some receipts, by their ids. */
export async function loadHistory(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; ids: readonly string[] },
): Promise<(id: string) => ReceiptHistory> {
  const [events, refunds] = await Promise.all([
    listEvents(ctx.db, input),
    listRefunds(ctx.db, input),
  ])
  return (id) => ({ events: events.get(id) ?? [], refunds: refunds.get(id) ?? [] })
}
