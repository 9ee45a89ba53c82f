import type { Seller, SellingCashier } from '../../../auth/caller.js'
import { requireCashierRight } from '../../../auth/devices/require-admitted.js'
import { type CashierRight, hasRight, missingRight, type Right } from '../../../auth/roles.js'
import { AppError } from '../../../lib/errors.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'

/** `from` matters only for `paid`. */
type Transition = { to: ReceiptStatus; from?: ReceiptStatus }

/** The rights that a transition needs: of a person, and of a cashier at a register. */
type NeededRights = {
  person: Right
  /** Null when a register cannot set it. */
  cashier: { right: CashierRight; purpose: string } | null
}

const manualPayment: NeededRights = {
  person: 'payments:record',
  cashier: { right: 'record_cash', purpose: 'to record cash' },
}
const declinedRefund: NeededRights = {
  person: 'refunds:write',
  cashier: { right: 'refund', purpose: 'to decline a refund request' },
}
const manualMove: NeededRights = { person: 'payments:record', cashier: null }
const canceledSale: NeededRights = {
  person: 'payments:record',
  cashier: { right: 'sell', purpose: 'to cancel a sale' },
}
const refund: NeededRights = { person: 'refunds:write', cashier: null }

/** Returns the rights to set a status, or null for the progress of a buyer. */
function rightsFor({ to, from }: Transition): NeededRights | null {
  if (to === 'failed') return canceledSale
  if (to === 'paid') return from === 'refund_requested' ? declinedRefund : manualPayment
  if (to === 'refund_requested' || to === 'refunded') return refund
  return statusFacts[to].isTracking ? null : manualMove
}

/**
 * Requires that a person or cashier has the right to set a status of a receipt. Every transition
 * that moves money or ends a sale has its own. Keys have none of these rights: the table of
 * transitions limits them.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireStatusRight(by: Seller, transition: Transition): void {
  const needed = rightsFor(transition)
  if (isCashier(by)) {
    if (!needed?.cashier) throw notAtRegister()
    requireCashierRight(by, [needed.cashier.right], needed.cashier.purpose)
    return
  }
  if ('keyId' in by || !needed || hasRight(by.role, needed.person)) return
  throw missingRight(by.role, needed.person)
}

/** Returns whether a cashier at a register sets the status. */
export function isCashier(by: Seller): by is SellingCashier {
  return 'registerId' in by
}

function notAtRegister(): AppError {
  return new AppError(
    'forbidden',
    'A register can only set the status paid, to record cash or decline a refund request, and failed, to cancel a sale. Record refunds with POST /api/receipts/refund.',
  )
}
