export const subscriptionStatuses = [
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'revoked',
  'expired',
] as const

export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The changes that a subscription can go through. */
export const subscriptionChanges = [
  /** A charge succeeded. */
  'charged',
  /** A charge failed and will be retried. */
  'charge_failed',
  /** The last retry of a period failed. */
  'retries_ended',
  /** The merchant paused it. */
  'paused',
  /** The merchant resumed it. */
  'resumed',
  /** The customer canceled it. */
  'canceled',
  /** The customer revoked the permission on chain. */
  'revoked',
  /** The permission ended. */
  'expired',
] as const

export type SubscriptionChange = (typeof subscriptionChanges)[number]

type Transitions = Readonly<Partial<Record<SubscriptionChange, SubscriptionStatus>>>

const ends = { canceled: 'canceled', revoked: 'revoked', expired: 'expired' } as const

/** The next status for each status and change. A change without an entry is not possible. */
const transitions: Readonly<Record<SubscriptionStatus, Transitions>> = {
  active: {
    ...ends,
    charged: 'active',
    charge_failed: 'past_due',
    retries_ended: 'unpaid',
    paused: 'paused',
  },
  past_due: {
    ...ends,
    charged: 'active',
    charge_failed: 'past_due',
    retries_ended: 'unpaid',
    paused: 'paused',
  },
  // It is charged again in its next period.
  unpaid: {
    ...ends,
    charged: 'active',
    charge_failed: 'unpaid',
    paused: 'paused',
    resumed: 'active',
  },
  // A charge that was in flight when the merchant paused changes the history, not the status.
  paused: { ...ends, charged: 'paused', charge_failed: 'paused', resumed: 'active' },
  // The same applies after the end.
  canceled: { charged: 'canceled', charge_failed: 'canceled' },
  revoked: { charged: 'revoked', charge_failed: 'revoked' },
  expired: { charged: 'expired', charge_failed: 'expired' },
}

/** Returns the status after a change, or null when the change is not possible. */
export function nextStatus(
  status: SubscriptionStatus,
  change: SubscriptionChange,
): SubscriptionStatus | null {
  return transitions[status][change] ?? null
}

/** Returns whether charges are attempted in this status. */
export function isChargeable(status: SubscriptionStatus): boolean {
  return status === 'active' || status === 'past_due' || status === 'unpaid'
}

/** Returns whether the subscription has ended for good. */
export function hasEnded(status: SubscriptionStatus): boolean {
  return status === 'canceled' || status === 'revoked' || status === 'expired'
}
