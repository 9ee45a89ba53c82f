import type { Receipt } from '../receipts/receipt.js'
import { decideTransition } from '../receipts/status/transitions.js'

/** Whether a payment that a buyer begins is news for a receipt. */
export function canBecomePending({ status, kind }: Pick<Receipt, 'status' | 'kind'>): boolean {
  const move = { from: status, to: 'pending', actor: 'portal', kind } as const
  return decideTransition(move).kind === 'move'
}
