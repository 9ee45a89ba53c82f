import { type ReceiptKind, type ReceiptStatus, receiptStatuses, statusFacts } from './statuses.js'

/**
 * Who asks for a status: a developer key, the portal by a receipt's token, a buyer signed in there, a
 * signed-in owner or admin, or the service itself (settlement and jobs).
 */
export const actors = ['developer', 'portal', 'buyer', 'staff', 'system'] as const

export type TransitionActor = (typeof actors)[number]

export type Transition = {
  from: ReceiptStatus
  to: ReceiptStatus
  actor: TransitionActor
  kind: ReceiptKind
}

/** What has to happen in the same transaction as a move, besides its timeline entry and event. */
export type Effects = {
  /** Set aside again what an earlier failure or the end of the window gave back. */
  reservesStock: boolean
  /** What was set aside goes back on sale. */
  releasesStock: boolean
  /** What was set aside is sold; if nothing is left the receipt is `oversold`. */
  sellsStock: boolean
  /** Set by hand: kept apart from chain payments, in the manual account of the ledger. */
  marked: boolean
  /** The chain took back what had been paid: what being paid caused is undone. */
  reversesPayment: boolean
}

export type Decision =
  | { kind: 'move' }
  /** Kept in the timeline; the status stays. */
  | { kind: 'note' }
  /** It has this status already: nothing happens. */
  | { kind: 'same' }
  | { kind: 'refused'; code: 'forbidden' | 'invalid_input'; message: string }

type Row = {
  from: readonly ReceiptStatus[]
  to: readonly ReceiptStatus[]
  by: readonly TransitionActor[]
  /** What becomes of it on a settled receipt, where it is neither a move nor refused. */
  onceSettled?: 'note'
  effects?: Partial<Effects>
}

const tracking = receiptStatuses.filter((status) => statusFacts[status].isTracking)
const unsettled = receiptStatuses.filter((status) => !statusFacts[status].isSettled)
/** With the money that came wrong: the right money may still follow. */
const unpaid: readonly ReceiptStatus[] = [...unsettled, 'tx_mismatch']

/** Every move there is. Where several rows fit a move, the effects of all of them follow. */
const transitions: readonly Row[] = [
  // Staff too: they may call whatever a developer key may.
  {
    from: unsettled,
    to: tracking,
    by: ['developer', 'portal', 'buyer', 'staff'],
    onceSettled: 'note',
  },
  { from: unsettled, to: ['checkout_success'], by: ['buyer', 'staff'], onceSettled: 'note' },

  // A payment starts, or starts again after it failed; or some of the money is there already.
  {
    from: ['generated', ...tracking, 'failed'],
    to: ['pending'],
    by: ['portal', 'system'],
    effects: { reservesStock: true },
  },

  // Money arrives: announced or not, also after a failure. Spec 3.1 draws pending to paid.
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

  // A reorganisation takes the block away: back to what the receipt was before.
  { from: ['tx_mined', 'recipient_validated'], to: unpaid, by: ['system'] },
  { from: ['tx_mismatch'], to: unsettled, by: ['system'] },
  { from: ['paid'], to: unpaid, by: ['system'], effects: { reversesPayment: true } },
  // Money that was paid out, or called final, goes the same way when it turns out not to be there.
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

  // By hand, for cash and bank transfers.
  { from: unpaid, to: ['paid'], by: ['staff'], effects: { sellsStock: true, marked: true } },
  { from: ['paid', 'completed'], to: ['reconciled'], by: ['staff'], effects: { marked: true } },
  { from: unpaid, to: ['failed'], by: ['staff'], effects: { releasesStock: true, marked: true } },

  // A receipt that is paid, whatever A-13 says: who has sent a part of it has not paid it. The table does not
  // know who paid: the caller makes sure that it was this buyer's wallet.
  {
    from: ['paid', 'completed', 'reconciled'],
    to: ['refund_requested'],
    by: ['buyer'],
  },
  // From any state but those that money is on its way in (spec 3.1); whether there is anything to give back,
  // the refund finds out.
  {
    from: [...unsettled, 'paid', 'completed', 'reconciled'],
    to: ['refund_requested'],
    by: ['staff'],
  },
  // A request that is declined, or money that comes after it was asked back.
  {
    from: ['refund_requested'],
    to: ['paid'],
    by: ['staff'],
    effects: { sellsStock: true, marked: true },
  },
  {
    from: ['refund_requested'],
    to: ['tx_mined'],
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

/** What comes of asking for a status. Who may never set it hears that first, whatever the receipt is. */
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

/** What follows a move. Of anything that is no move, nothing does. */
export function effectsOf(move: Transition): Effects {
  return Object.assign({ ...noEffects }, ...rowsOf(move).map(({ effects }) => effects))
}

const noEffects: Effects = {
  reservesStock: false,
  releasesStock: false,
  sellsStock: false,
  marked: false,
  reversesPayment: false,
}

function rowsOf({ from, to, actor, kind }: Transition): Row[] {
  if (from === to) return []
  // Receipts made by POST /api/receipts start as pending, so there is nothing to go back to.
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
  const own = transitions.filter((row) => row.by.includes(actor)).flatMap((row) => row.to)
  const allowed = receiptStatuses.filter((status) => own.includes(status))
  return `${names[actor]} may set only these: ${allowed.join(', ')}`
}

function originsOf({ from, ...rest }: Transition): string {
  const origins = receiptStatuses.filter((origin) => rowsOf({ from: origin, ...rest }).length > 0)
  if (origins.length === 0) return `This receipt is never ${rest.to}`
  return `This receipt is ${from}; it becomes ${rest.to} only from: ${origins.join(', ')}`
}
