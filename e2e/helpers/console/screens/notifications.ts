import type { Page } from '../../browser.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type NotificationPage = AnswerOf<'/api/notifications'>

const matters = [
  ['payment_mismatch', 'warning', 'receipt', { reason: 'underpaid', creditUsd: 40 }],
  ['webhook_failing', 'critical', 'webhook', { webhookId: 'receipts' }],
  ['payouts_overdue', 'critical', 'payouts', { reason: 'overdue', count: 3, amountUsd: 62.5 }],
  ['low_stock', 'warning', 'item', { sku: 'GOOSENECK-KETTLE-0.9', stockQty: 2, lowStockQty: 5 }],
  ['limit_reached', 'warning', 'limits', { count: 14, route: '/api/orders', keyId: 'key_1' }],
  ['member_joined', 'info', 'member', { member: 'psn_1', role: 'cashier' }],
] as const

function pageOf(count: number): NotificationPage {
  const notifications = Array.from({ length: count }, (_, index) => {
    const [kind, severity, subject, params] = matters[index % matters.length] ?? matters[0]
    return {
      id: `ntf_${index}`,
      kind,
      severity,
      params: { receiptId: `NB-${20_434 - index}`, totalUsd: 110.05, ...params },
      at: Date.now() - index * 3_600_000,
      read: index % 2 === 1,
      resolvedAt: index % 5 === 3 ? Date.now() - 60_000 : null,
      subject: { kind: subject, id: `NB-${20_434 - index}` },
    }
  })
  return { ok: true, notifications, unreadCount: Math.ceil(count / 2), nextCursor: null }
}

const open = async (page: Page) => page.getByRole('button', { name: /^Open notifications/ }).click()

/** The panel that the bell opens. */
export const notifications: ScreenStates = {
  path: '/payment',
  reads: ['/api/notifications'],
  answers: { '/api/notifications': pageOf(20) },
  states: {
    empty: {
      answers: { '/api/notifications': pageOf(0) },
      act: open,
      shows: 'Nothing has happened yet',
    },
    one: {
      answers: { '/api/notifications': pageOf(1) },
      act: open,
      shows: 'Collect the rest for NB-20434',
    },
    many: { act: open, shows: 'Fix the webhook of single receipts' },
    loading: { act: open },
    stale: { none: 'The screen below the panel says so.' },
    degraded: { none: 'Notifications are refused without the database, which is their error.' },
    refused: { none: 'The bell is there for those who may read notifications.' },
    error: { act: open },
  },
}
