/** Texts of notifications, in the panel and on the home screen. */
export const notificationTexts = {
  open: 'Open notifications',
  unread: (count: string) => `${count} unread`,
  readAll: 'Mark all as read',
  all: 'All',
  onlyUnread: 'Unread',
  label: 'Show',
  more: 'Load more',
  isNew: 'New',
  solved: (time: string) => `Solved ${time}`,
  empty: 'Nothing has happened yet',
  emptyText: 'Refund requests, unusual payments, failing webhooks and low stock appear here.',
  noneUnread: 'You have read everything',
  failed: 'The notifications did not load',
  notMarked: 'They could not be marked as read. Try again.',
  refundRequested: (receipt: string) => `Refund ${receipt}`,
  refundRequestedText: (total: string) => `The buyer requested a refund. ${total} was paid.`,
  oversold: (receipt: string) => `Restock or refund ${receipt}`,
  oversoldText: 'It was paid, but not enough is in stock.',
  cardBlocked: (receipt: string) => `Review the card payment of ${receipt}`,
  cardBlockedText: 'The card provider has stopped it.',
  mismatch: {
    wrong_payment: (receipt: string) => `Review the payment of ${receipt}`,
    underpaid: (receipt: string) => `Collect the rest for ${receipt}`,
    overpaid: (receipt: string) => `Return the excess of ${receipt}`,
    late: (receipt: string) => `Decide about the late payment of ${receipt}`,
    blocked: (receipt: string) => `Review the blocked payment of ${receipt}`,
    refund_due: (receipt: string) => `Refund ${receipt}`,
  },
  mismatchText: {
    wrong_payment: 'The transaction failed, or used a token that is not accepted.',
    underpaid: 'Less than the total has arrived.',
    overpaid: 'More than the total has arrived.',
    late: 'The money came after the receipt had ended.',
    blocked: 'The money comes from an address that may not pay.',
    refund_due: 'The receipt does not need this payment. It belongs to the buyer.',
  },
  credit: (amount: string) => `${amount} is not assigned yet.`,
  webhook: 'Fix your webhook',
  webhookText: 'A delivery has used up its attempts.',
  receiptWebhooks: 'Fix the webhook of single receipts',
  payouts: {
    overdue: 'Review late payouts',
    refused: 'Review refused payouts',
    withoutGas: 'Payouts wait for their gas budget',
  },
  payoutsText: (count: string, amount: string) => `${count} waiting, ${amount} in all.`,
  charge: (plan: string) => `Review a failed charge of ${plan}`,
  chargeText: (amount: string, reason: string) => `${amount} was not charged: ${reason}.`,
  lowStock: (sku: string) => `Restock ${sku}`,
  lowStockText: (left: string, threshold: string) =>
    `${left} left. Your threshold is ${threshold}.`,
  limit: 'Your limits are reached',
  limitOf: (limit: string) => `The limit of ${limit} is reached`,
  limitOfText: (max: string) =>
    `It is ${max}. Requests above it were refused. See what is used under Plan and limits.`,
  limitText: (count: string, route: string) =>
    count === '1'
      ? `A call was refused in the last hour: ${route}.`
      : `${count} calls were refused in the last hour, the last one to ${route}.`,
  device: (register: string) => `A device was paired with ${register}`,
  deviceText: 'If you do not know it, unpair it.',
  member: (role: string) => `A new ${role} has joined`,
  memberText: 'They accepted an invitation.',
}

export type NotificationTexts = typeof notificationTexts
