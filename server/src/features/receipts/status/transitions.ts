import {
  type ReceiptKind,
  type ReceiptStatus,
  receiptStatuses,
  statusFacts,
} from '../../../lib/receipt-statuses.js'

/**
 * The parties that set a status: a developer key, the payment page by a receipt's token, a buyer
 * signed in there, a signed-in owner or admin, or the service itself (settlement and jobs).
 */
export const actors = ['developer', 'portal', 'buyer', 'staff', 'system'] as const

export type TransitionActor = (typeof actors)[number]

export type Transition = {
  from: ReceiptStatus
  to: ReceiptStatus
  actor: TransitionActor
  kind: ReceiptKind
}

/** The effects of a transition in the same transaction, besides its timeline entry and event. */
export type Effects = {
  /** Holds the stock if it is free and not held already. */
  reservesStock: boolean
  /** Returns held stock to sale. */
  releasesStock: boolean
  /** Takes held stock out of the catalog. If too little is left, the receipt is `oversold`. */
  sellsStock: boolean
  /** Set manually. A manual payment is posted to the manual account of the ledger. */
  isManual: boolean
  /** Undoes the effects of a payment that a reorganization removed. */
  reversesPayment: boolean
}

export type Decision =
  | { kind: 'move' }
  /** Added to the timeline; the status stays. */
  | { kind: 'note' }
  /** The receipt already has this status: nothing happens. */
  | { kind: 'same' }
  | { kind: 'refused'; code: 'forbidden' | 'invalid_input'; message: string }

type Row = {
  from: readonly ReceiptStatus[]
  to: readonly ReceiptStatus[]
  by: readonly TransitionActor[]
  /** On a settled receipt: adds a timeline entry instead of being refused. */
  onceSettled?: 'note'
  effects?: Partial<Effects>
}

const tracking = receiptStatuses.filter((status) => statusFacts[status].isTracking)
const unsettled = receiptStatuses.filter((status) => !statusFacts[status].isSettled)
/** Includes mismatches: the right payment may still follow. */
const unpaid: readonly ReceiptStatus[] = [...unsettled, 'tx_mismatch']

/** All transitions. If several rows match, all of their effects apply. */
const transitions: readonly Row[] = [
  // Staff can do everything that a developer key can.
  {
    from: unsettled,
    to: tracking,
    by: ['developer', 'portal', 'buyer', 'staff'],
    onceSettled: 'note',
  },
  { from: unsettled, to: ['checkout_success'], by: ['buyer', 'staff'], onceSettled: 'note' },

  // A page reports that a payment starts, or starts again after a failure. Anyone can, so it holds
  // no stock.
  { from: ['generated', ...tracking, 'failed'], to: ['pending'], by: ['portal'] },
  // Money has arrived in part.
  {
    from: ['generated', ...tracking, 'failed'],
    to: ['pending'],
    by: ['system'],
    effects: { reservesStock: true },
  },

  // Money arrives, announced or not, even after a failure.
  { from: unsettled, to: ['tx_mined'], by: ['system'], effects: { reservesStock: true } },
  { from: ['tx_mined'], to: ['recipient_validated', 'tx_mismatch'], by: ['system'] },
  {
    from: [...unpaid, 'tx_mined', 'recipient_validated'],
    to: ['paid'],
    by: ['system'],
    effects: { sellsStock: true },
  },
  { from: ['paid'], to: ['completed'], by: ['system'] },
  { from: ['completed'], to: ['reconciled'], by: ['system'] },

  // A reorganization removed the block: back to the previous status.
  { from: ['tx_mined', 'recipient_validated'], to: unpaid, by: ['system'] },
  { from: ['tx_mismatch'], to: unsettled, by: ['system'] },
  { from: ['paid'], to: unpaid, by: ['system'], effects: { reversesPayment: true } },
  // The same for money that was paid out or considered final.
  {
    from: ['completed', 'reconciled'],
    to: unsettled,
    by: ['system'],
    effects: { reversesPayment: true },
  },

  { from: unsettled, to: ['failed'], by: ['portal'], effects: { releasesStock: true } },
  {
    from: [...unpaid, 'tx_mined', 'recipient_validated', 'paid', 'completed', 'reconciled'],
    to: ['failed'],
    by: ['system'],
    effects: { releasesStock: true },
  },

  // Manual payments: cash and bank transfers.
  { from: unpaid, to: ['paid'], by: ['staff'], effects: { sellsStock: true, isManual: true } },
  { from: ['paid', 'completed'], to: ['reconciled'], by: ['staff'], effects: { isManual: true } },
  { from: unpaid, to: ['failed'], by: ['staff'], effects: { releasesStock: true, isManual: true } },

  // Only once paid in full. The caller makes sure that this buyer's wallet paid.
  {
    from: ['paid', 'completed', 'reconciled'],
    to: ['refund_requested'],
    by: ['buyer'],
  },
  // From any status in which money came in. The caller makes sure that an unsettled receipt was
  // paid in part.
  {
    from: [...unpaid, 'tx_mined', 'recipient_validated', 'paid', 'completed', 'reconciled'],
    to: ['refund_requested'],
    by: ['staff'],
  },
  // It was requested before the payment was confirmed, and stays.
  { from: ['paid'], to: ['refund_requested'], by: ['system'] },
  // The request is declined, or money arrives after it.
  {
    from: ['refund_requested'],
    to: ['paid'],
    by: ['staff'],
    effects: { sellsStock: true, isManual: true },
  },
  {
    from: ['refund_requested'],
    to: ['tx_mined', 'recipient_validated'],
    by: ['system'],
    effects: { reservesStock: true },
  },
  { from: ['refund_requested'], to: ['paid'], by: ['system'], effects: { sellsStock: true } },
  {
    from: ['paid', 'completed', 'reconciled', 'refund_requested'],
    to: ['refunded'],
    by: ['staff'],
  },
]

/** Decides on a requested status. First refuses an actor that may never set it. */
export function decideTransition(transition: Transition): Decision {
  const { from, to, actor } = transition
  const permitted = transitions.filter((row) => row.by.includes(actor) && row.to.includes(to))
  if (permitted.length === 0)
    return { kind: 'refused', code: 'forbidden', message: limitsOf(actor) }
  if (from === to) return { kind: 'same' }
  if (rowsOf(transition).length > 0) return { kind: 'move' }

  const isKept = permitted.some((row) => row.onceSettled === 'note')
  if (isKept && statusFacts[from].isSettled) return { kind: 'note' }
  return { kind: 'refused', code: 'invalid_input', message: originsOf(transition) }
}

/** Returns the effects of a transition. None if it is not in the table. */
export function effectsOf(move: Transition): Effects {
  return Object.assign({ ...noEffects }, ...rowsOf(move).map(({ effects }) => effects))
}

const noEffects: Effects = {
  reservesStock: false,
  releasesStock: false,
  sellsStock: false,
  isManual: false,
  reversesPayment: false,
}

function rowsOf({ from, to, actor, kind }: Transition): Row[] {
  if (from === to) return []
  // Direct receipts start as pending and never become generated.
  if (to === 'generated' && kind === 'direct') return []
  return transitions.filter(
    (row) => row.by.includes(actor) && row.from.includes(from) && row.to.includes(to),
  )
}

const names: Record<TransitionActor, string> = {
  developer: 'A developer key',
  portal: 'The payment page',
  buyer: 'A buyer',
  staff: 'An owner or admin',
  system: 'The service',
}

function limitsOf(actor: TransitionActor): string {
  const statuses = transitions.filter((row) => row.by.includes(actor)).flatMap((row) => row.to)
  const allowed = receiptStatuses.filter((status) => statuses.includes(status))
  return `${names[actor]} can set only: ${allowed.join(', ')}.`
}

function originsOf({ from, ...rest }: Transition): string {
  const origins = receiptStatuses.filter((origin) => rowsOf({ from: origin, ...rest }).length > 0)
  if (origins.length === 0) return `This receipt cannot become ${rest.to}.`
  return `This receipt is ${from}. It can become ${rest.to} only from: ${origins.join(', ')}.`
}
