import type { PortalReceipt } from '@tallystick/sdk'

/** A state of the receipt, and what the page must show for it. */
export type PortalState = {
  name: string
  receipt: PortalReceipt
  /** The word of the status, and a part of the text beside it. */
  word: string
  text: string
  /** The last progress step that is done. */
  reached: 'none' | 'Sent' | 'Confirmed' | 'Paid'
  /** Whether the page offers payment. */
  canPay: boolean
}

type Change = Partial<Omit<PortalReceipt, 'payment'>> & {
  payment?: Partial<PortalReceipt['payment']>
}
type Expected = Partial<Pick<PortalState, 'text' | 'reached' | 'canPay'>>

export const someHash = `0x${'a1b2c3d4'.repeat(8)}`
const time = 1_767_268_800_000

const somePayment = {
  symbol: 'USDC',
  amount: '25',
  from: `0x${'4f'.repeat(20)}`,
  txHash: someHash,
  at: time,
}

/** Returns a receipt with some fields changed. */
export function change(receipt: PortalReceipt, { payment, ...other }: Change): PortalReceipt {
  return { ...receipt, ...other, payment: { ...receipt.payment, ...payment } }
}

/** Lists every state that the page can show, derived from an unpaid receipt. */
export function listStates(open: PortalReceipt): PortalState[] {
  const { totalUsd } = open
  const state = (name: string, changes: Change, label: string, expected: Expected = {}) => ({
    name,
    receipt: change(open, changes),
    word: label,
    text: '',
    reached: 'none' as const,
    canPay: false,
    ...expected,
  })
  const waiting = (status: PortalReceipt['status']) =>
    state(status, { status }, 'Waiting for payment', {
      text: "We'll detect your payment automatically.",
      canPay: true,
    })
  const received = {
    paidUsd: totalUsd,
    dueUsd: 0,
    paid: totalUsd,
    due: 0,
    received: [somePayment],
    options: [],
  }
  const detected = { payment: received, transactionHash: someHash }
  const paid = { ...detected, confirmations: { have: 3, need: 3 }, paidAt: time }
  const thanks = 'Thank you. Your payment to '
  const subscribed = { subscription: { nextChargeAt: time + 30 * 86_400_000 } }
  const charge = { ...subscribed, payment: { isAutomatic: true, options: [] } }
  const refunds = [
    { usd: 5, amount: 5, txHash: someHash, confirmed: true, createdAt: time },
    {
      usd: totalUsd - 5,
      amount: totalUsd - 5,
      txHash: null,
      confirmed: false,
      createdAt: time,
    },
  ]

  return [
    waiting('generated'),
    waiting('link_opened'),
    waiting('buyer_logged_in'),
    waiting('checkout_initialized'),
    waiting('pending'),
    waiting('checkout_success'),
    state('sent', { payment: { sent: { txHash: someHash, at: time, isOurs: false } } }, 'Sent', {
      text: 'Your payment is on its way.',
      reached: 'Sent',
    }),
    state('part_paid', partPaid(open), 'Partly paid', {
      text: 'We have received $10.00 of $25.00. $15.00 still due.',
      reached: 'Sent',
      canPay: true,
    }),
    state(
      'tx_mined 0 of 3',
      { ...detected, status: 'tx_mined', confirmations: { have: 0, need: 3 } },
      'Confirming',
      { text: 'Payment detected: 0 of 3 confirmations.', reached: 'Sent' },
    ),
    state(
      'recipient_validated 1 of 3',
      { ...detected, status: 'recipient_validated', confirmations: { have: 1, need: 3 } },
      'Confirming',
      { text: 'Payment detected: 1 of 3 confirmations.', reached: 'Sent' },
    ),
    state(
      'recipient_validated, not safe',
      {
        ...detected,
        status: 'recipient_validated',
        confirmations: { have: 3, need: 3, awaitsSafe: true },
      },
      'Confirming',
      { text: 'should be final in a few minutes', reached: 'Confirmed' },
    ),
    state('automatic', charge, 'Automatic payment', {
      text: 'pays this automatically.',
    }),
    state('tx_mismatch', { status: 'tx_mismatch', transactionHash: someHash }, 'Needs attention', {
      text: 'does not count toward this receipt.',
      canPay: true,
    }),
    state('paid', { ...paid, status: 'paid' }, 'Paid', { text: thanks, reached: 'Paid' }),
    state('completed', { ...paid, status: 'completed' }, 'Paid', {
      text: thanks,
      reached: 'Paid',
    }),
    state('reconciled', { ...paid, status: 'reconciled' }, 'Paid', {
      text: thanks,
      reached: 'Paid',
    }),
    state('subscription', { ...paid, ...subscribed, status: 'paid' }, 'Paid', {
      text: thanks,
      reached: 'Paid',
    }),
    state(
      'overpaid',
      {
        ...paid,
        status: 'paid',
        payment: { ...received, paidUsd: totalUsd + 4.5, paid: totalUsd + 4.5 },
      },
      'Paid',
      { text: 'You overpaid by $4.50.', reached: 'Paid' },
    ),
    state('failed', { status: 'failed', failure: someFailure }, 'Not paid yet', {
      text: someFailure.action,
      canPay: true,
    }),
    state('expired', { status: 'failed', payment: { isOver: true, options: [] } }, 'Expired', {
      text: 'This receipt has expired, and we have not detected a payment.',
    }),
    state('closed', { payment: { isClosed: true, options: [] } }, 'Closed', {
      text: 'is not taking payments right now. Nothing was charged.',
    }),
    state('card charged', { card: aCard('processing') }, 'Processing', {
      text: 'is being processed',
      reached: 'Sent',
    }),
    state('card documents', cardFailed('needs_documents', documents), 'Documents needed', {
      text: documents.action,
      canPay: true,
    }),
    state('card declined', cardFailed('declined', declined), 'Card declined', {
      text: `${declined.action} Nothing was charged.`,
      canPay: true,
    }),
    state('sold_out', { payment: { soldOut: ['House espresso beans'], options: [] } }, 'Sold out', {
      text: 'No longer available: House espresso beans. Nothing was charged.',
    }),
    state('unavailable', { expiresAt: time, payment: { options: [] } }, 'Unavailable', {
      text: 'Payment is unavailable right now.',
    }),
    state('refund_requested', { ...paid, status: 'refund_requested' }, 'Refund requested', {
      text: 'Your refund request is with ',
    }),
    state(
      'partly refunded',
      { ...paid, status: 'completed', refundedUsd: 5, refunded: 5, refunds: refunds.slice(0, 1) },
      'Paid',
      { text: '$5.00 was refunded to you. $20.00 remains paid.', reached: 'Paid' },
    ),
    state(
      'refunded',
      { ...paid, status: 'refunded', refundedUsd: totalUsd, refunded: totalUsd, refunds },
      'Refund recorded',
      { text: ' recorded a refund of $20.00 and pays it to you outside this page.' },
    ),
  ]
}

/** Ten dollars were received. */
function partPaid({ totalUsd, payment }: PortalReceipt): Change {
  const dueUsd = totalUsd - 10
  const options = payment.options.map((option) =>
    option.token === null ? option : { ...option, amount: dueUsd.toFixed(2) },
  )
  return {
    status: 'pending',
    transactionHash: someHash,
    payment: { paidUsd: 10, dueUsd, paid: 10, due: dueUsd, options },
  }
}

type Card = NonNullable<PortalReceipt['card']>

function aCard(status: Card['status']): Card {
  return { provider: 'sandbox', status, session: null }
}

function cardFailed(
  status: Card['status'],
  failure: NonNullable<PortalReceipt['failure']>,
): Change {
  return { status: 'failed', failure, card: aCard(status) }
}

const declined = {
  code: 'PORTAL_PAY_INSUFFICIENT_FUNDS',
  category: 'card_decline',
  reason: 'The card has insufficient funds.',
  action: 'Your card has insufficient funds. Try another card or payment method.',
}

const documents = {
  code: 'PORTAL_KYC_DOC_REQUIRED',
  category: 'compliance',
  reason: 'The provider needs an identity document and a photo of the buyer.',
  action: 'Have your photo ID ready and take a picture of yourself to continue.',
}

const someFailure = {
  code: 'PORTAL_CHAIN_USER_REJECTED',
  category: 'blockchain',
  reason: 'The request in the wallet was declined.',
  action:
    'The request was declined in your wallet and nothing was sent, so you can simply try again.',
}
