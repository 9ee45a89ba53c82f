import type { Receipt } from '../../receipts/receipt.js'
import { decideTransition } from '../../receipts/status/transitions.js'

/** Returns whether starting a payment changes the receipt's status. */
export function canBecomePending({ status, kind }: Pick<Receipt, 'status' | 'kind'>): boolean {
  const move = { from: status, to: 'pending', actor: 'portal', kind } as const
  return decideTransition(move).kind === 'move'
}
