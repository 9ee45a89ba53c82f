import type { PortalReceipt } from '@tallystick/sdk'

/** A receipt as the page may get to know it, and what a buyer then has to read. */
export type PortalState = {
  name: string
  receipt: PortalReceipt
  /** The word of the status, and what the sentences beside it say, among other things. */
  word: string
  says: string
  /** The last step of the notch row that is done. */
  reached: 'none' | 'Sent' | 'Confirmed' | 'Paid' | 'Split'
  /** Whether the buyer is offered to pay. */
  asks: boolean
}

type Change = Partial<Omit<PortalReceipt, 'payment'>> & {
  payment?: Partial<PortalReceipt['payment']>
}
type Expected = Partial<Pick<PortalState, 'says' | 'reached' | 'asks'>>

export const someHash = `0x${'a1b2c3d4'.repeat(8)}`
const time = 1_767_268_800_000

/** A receipt with some of it changed. */
export function change(receipt: PortalReceipt, { payment, ...other }: Change): PortalReceipt {
  return { ...receipt, ...other, payment: { ...receipt.payment, ...payment } }
}

/** Every state that a page can show, made from a receipt that nothing has been paid of. */
export function listStates(open: PortalReceipt): PortalState[] {
  const { totalUsd } = open
  const state = (name: string, changes: Change, word: string, expected: Expected = {}) => ({
    ...{ name, receipt: change(open, changes), word },
    ...{ says: '', reached: 'none' as const, asks: false, ...expected },
  })
  const waiting = (status: PortalReceipt['status']) =>
    state(status, { status }, 'Waiting for payment', {
      ...{ says: 'Pay from a wallet or an exchange.', asks: true },
    })
  const here = { paidUsd: totalUsd, dueUsd: 0, options: [] }
  const seen = { payment: here, transactionHash: someHash }
  const paid = { ...seen, confirmations: { have: 3, need: 3 }, paidAt: time }
  const thanks = 'has your payment. Thank you.'
  const refunds = [
    { usd: 5, txHash: someHash, confirmed: true, createdAt: time },
    { usd: totalUsd - 5, txHash: null, confirmed: false, createdAt: time },
  ]

  return [
    waiting('generated'),
    waiting('link_opened'),
    waiting('buyer_logged_in'),
    waiting('checkout_initialized'),
    waiting('pending'),
    waiting('checkout_success'),
    state('sent', { payment: { sent: { txHash: someHash, at: time, isOurs: false } } }, 'Sent', {
      ...{ says: 'Your payment is on its way.', reached: 'Sent' },
    }),
    state('part_paid', partPaid(open), 'Partly paid', {
      ...{
        says: 'We have received 10.00 USD of 25.00 USD. 15.00 USD still due.',
        reached: 'Sent',
        asks: true,
      },
    }),
    state(
      ...([
        'tx_mined 0 of 3',
        { ...seen, status: 'tx_mined', confirmations: { have: 0, need: 3 } },
      ] as const),
      'Confirming',
      { says: 'Your payment was seen. 0 of 3 confirmations.', reached: 'Sent' },
    ),
    state(
      'recipient_validated 1 of 3',
      { ...seen, status: 'recipient_validated', confirmations: { have: 1, need: 3 } },
      'Confirming',
      { says: 'Your payment was seen. 1 of 3 confirmations.', reached: 'Sent' },
    ),
    state('tx_mismatch', { status: 'tx_mismatch', transactionHash: someHash }, 'Needs a look', {
      ...{ says: 'Nothing was marked as paid.', asks: true },
    }),
    state('paid', { ...paid, status: 'paid' }, 'Paid', { says: thanks, reached: 'Paid' }),
    state('completed', { ...paid, status: 'completed' }, 'Paid', {
      says: thanks,
      reached: 'Split',
    }),
    state('reconciled', { ...paid, status: 'reconciled' }, 'Paid', {
      says: thanks,
      reached: 'Split',
    }),
    state(
      'overpaid',
      { ...paid, status: 'paid', payment: { ...here, paidUsd: totalUsd + 4.5 } },
      'Paid',
      { says: 'You paid 4.50 USD more than was due.', reached: 'Paid' },
    ),
    state('failed', { status: 'failed', failure: someFailure }, 'Not paid yet', {
      ...{ says: someFailure.action, asks: true },
    }),
    state('over', { status: 'failed', payment: { isOver: true, options: [] } }, 'Closed', {
      ...{ says: 'This can no longer be paid. Nothing was charged.' },
    }),
    state('unavailable', { expiresAt: time, payment: { options: [] } }, 'One moment', {
      ...{ says: 'This cannot be paid right now. Nothing was charged.' },
    }),
    state('refund_requested', { ...paid, status: 'refund_requested' }, 'Refund asked for', {
      ...{ says: 'has your request and decides about it.' },
    }),
    state(
      'partly refunded',
      { ...paid, status: 'completed', refundedUsd: 5, refunds: refunds.slice(0, 1) },
      'Paid',
      { says: '5.00 USD of it was refunded.', reached: 'Split' },
    ),
    state('refunded', { ...paid, status: 'refunded', refundedUsd: totalUsd, refunds }, 'Refunded', {
      ...{ says: 'says that 25.00 USD went back to you.' },
    }),
  ]
}

/** Ten dollars of it are there. */
function partPaid({ totalUsd, payment }: PortalReceipt): Change {
  const dueUsd = totalUsd - 10
  const options = payment.options.map((option) =>
    option.token === null ? option : { ...option, amount: dueUsd.toFixed(2) },
  )
  return {
    status: 'pending',
    transactionHash: someHash,
    payment: { paidUsd: 10, dueUsd, options },
  }
}

const someFailure = {
  code: 'PORTAL_CHAIN_USER_REJECTED',
  category: 'blockchain',
  reason: 'The request in the wallet was declined.',
  action:
    'The request was declined in your wallet and nothing was sent, so you can simply try again.',
}
