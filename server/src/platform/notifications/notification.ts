import type { Address } from '../../lib/hex.js'

export const severities = ['info', 'warning', 'critical'] as const
type Severity = (typeof severities)[number]

export const subjectKinds = [
  'receipt',
  'webhook',
  'payouts',
  'subscription',
  'item',
  'device',
  'member',
  'limits',
] as const
type SubjectKind = (typeof subjectKinds)[number]

type NotificationRule = {
  severity: Severity
  subject: SubjectKind
  /**
   * Whether it reports a state, which ends. While it lasts, the same subject is not reported again.
   */
  lasts: boolean
}

/** The kinds of events that staff of a merchant are notified of. */
export const notificationRules = {
  refund_requested: { severity: 'warning', subject: 'receipt', lasts: true },
  payment_mismatch: { severity: 'warning', subject: 'receipt', lasts: true },
  oversold: { severity: 'critical', subject: 'receipt', lasts: true },
  card_payment_blocked: { severity: 'warning', subject: 'receipt', lasts: true },
  webhook_failing: { severity: 'critical', subject: 'webhook', lasts: true },
  payouts_overdue: { severity: 'critical', subject: 'payouts', lasts: true },
  subscription_charge_failed: { severity: 'warning', subject: 'subscription', lasts: true },
  low_stock: { severity: 'warning', subject: 'item', lasts: true },
  limit_reached: { severity: 'warning', subject: 'limits', lasts: true },
  device_paired: { severity: 'info', subject: 'device', lasts: false },
  member_joined: { severity: 'info', subject: 'member', lasts: false },
} as const satisfies Readonly<Record<string, NotificationRule>>

export type NotificationKind = keyof typeof notificationRules
export const notificationKinds = Object.keys(notificationRules) as NotificationKind[]

/** Ids, amounts and codes. A text that a person wrote may be personal, so it has no place here. */
type NotificationParams = Readonly<Record<string, string | number | boolean | null>>

/** The state or event that a notification reports. */
export type Matter = {
  merchant: Address
  kind: NotificationKind
  subjectId: string
}

export type NewNotification = Matter & { params: NotificationParams }

/** The subject of the failures of webhook addresses that single receipts name. */
export const receiptWebhooks = 'receipts'
