import { describe, expect, test } from 'vitest'
import {
  hasEnded,
  isChargeable,
  nextStatus,
  type SubscriptionStatus,
  subscriptionChanges,
  subscriptionStatuses,
} from './subscription-status.js'

type Row = [SubscriptionStatus, ...(SubscriptionStatus | null)[]]

/** The next status of each status, in the order of `subscriptionChanges`. */
const table: Row[] = [
  // status, charged, charge_failed, retries_ended, paused, resumed, canceled, revoked, expired
  ['active', 'active', 'past_due', 'unpaid', 'paused', null, 'canceled', 'revoked', 'expired'],
  ['past_due', 'active', 'past_due', 'unpaid', 'paused', null, 'canceled', 'revoked', 'expired'],
  ['unpaid', 'active', 'unpaid', null, 'paused', 'active', 'canceled', 'revoked', 'expired'],
  ['paused', 'paused', 'paused', null, null, 'active', 'canceled', 'revoked', 'expired'],
  ['canceled', 'canceled', 'canceled', null, null, null, null, null, null],
  ['revoked', 'revoked', 'revoked', null, null, null, null, null, null],
  ['expired', 'expired', 'expired', null, null, null, null, null, null],
]

describe('nextStatus', () => {
  test.each(table)('behavior: every change of %s', (status, ...expected) => {
    expect(subscriptionChanges.map((change) => nextStatus(status, change))).toEqual(expected)
  })

  test('behavior: the table has every status', () => {
    expect(table.map(([status]) => status)).toEqual(subscriptionStatuses)
  })

  test('behavior: a subscription that has ended is never charged again', () => {
    for (const status of subscriptionStatuses.filter(hasEnded)) {
      expect(isChargeable(status)).toBe(false)
      const reachable = subscriptionChanges.map((change) => nextStatus(status, change) ?? status)
      expect(reachable.every((next) => next === status)).toBe(true)
    }
  })
})
