import type { UnixMs } from '../../lib/time.js'
import type { Receipt } from '../receipts/receipt.js'
import { decideTransition } from '../receipts/transitions.js'

/** Whether a payment that a buyer begins is news for a receipt. */
export function canBecomePending({ status, kind }: Pick<Receipt, 'status' | 'kind'>): boolean {
  const move = { from: status, to: 'pending', actor: 'portal', kind } as const
  return decideTransition(move).kind === 'move'
}

/** Whether the time is over in which a receipt can be paid. */
export function isOver({ expiresAt }: Pick<Receipt, 'expiresAt'>, now: UnixMs): boolean {
  return expiresAt !== null && expiresAt <= now
}
