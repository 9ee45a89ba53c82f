import type { ApiComponents } from '@tallystick/sdk'
import type { NotificationTexts } from '../../core/texts/en-console-notifications.js'
import type { IconName } from '../parts/icon.js'
import type { Screen, ScreenName } from '../screen.js'

type Schemas = ApiComponents['schemas']

export type Notification = Schemas['Notification']

export type Described = {
  title: string
  text: string
  icon: IconName
  tone: 'bad' | 'warn' | 'wait'
}

type Words = {
  texts: NotificationTexts
  roles: Readonly<Record<string, string>>
  money(usd: number): string
}

/** Says what to do about a notification, and why. */
export function describeNotification(notification: Notification, words: Words): Described {
  const { severity } = notification
  const tone = severity === 'critical' ? 'bad' : severity === 'warning' ? 'warn' : 'wait'
  return { tone, ...describe(notification, words) }
}

function describe({ kind, params }: Notification, { texts, roles, money }: Words) {
  const textOf = (name: string) => String(params[name] ?? '')
  const usdOf = (name: string) => money(Number(params[name] ?? 0))
  const receipt = shortId(textOf('receiptId'))
  switch (kind) {
    case 'refund_requested':
      return {
        title: texts.refundRequested(receipt),
        text: texts.refundRequestedText(usdOf('totalUsd')),
        icon: 'undo' as const,
      }
    case 'payment_mismatch': {
      const reason = reasonOf(texts.mismatch, textOf('reason')) ?? 'wrong_payment'
      const credit = Number(params['creditUsd'] ?? 0)
      const why = texts.mismatchText[reason]
      return {
        title: texts.mismatch[reason](receipt),
        text: credit > 0 ? `${why} ${texts.credit(money(credit))}` : why,
        icon: 'warn' as const,
      }
    }
    case 'oversold':
      return { title: texts.oversold(receipt), text: texts.oversoldText, icon: 'box' as const }
    case 'card_payment_blocked':
      return {
        title: texts.cardBlocked(receipt),
        text: texts.cardBlockedText,
        icon: 'card' as const,
      }
    case 'webhook_failing': {
      const isOfReceipts = textOf('webhookId') === 'receipts'
      const title = isOfReceipts ? texts.receiptWebhooks : texts.webhook
      return { title, text: texts.webhookText, icon: 'bad' as const }
    }
    case 'payouts_overdue': {
      const reason = reasonOf(texts.payouts, textOf('reason')) ?? 'overdue'
      const text = texts.payoutsText(textOf('count'), usdOf('amountUsd'))
      return { title: texts.payouts[reason], text, icon: 'split' as const }
    }
    case 'subscription_charge_failed':
      return {
        title: texts.charge(shortId(textOf('planId'))),
        text: texts.chargeText(usdOf('amountUsd'), textOf('reason').replaceAll('_', ' ')),
        icon: 'repeat' as const,
      }
    case 'low_stock':
      return {
        title: texts.lowStock(textOf('sku')),
        text: texts.lowStockText(textOf('stockQty'), textOf('lowStockQty')),
        icon: 'box' as const,
      }
    case 'limit_reached':
      if ('limit' in params) {
        return {
          title: texts.limitOf(textOf('limit').replaceAll('-', ' ')),
          text: texts.limitOfText(textOf('max')),
          icon: 'warn' as const,
        }
      }
      return {
        title: texts.limit,
        text: texts.limitText(textOf('count'), textOf('route')),
        icon: 'warn' as const,
      }
    case 'device_paired':
      return {
        title: texts.device(shortId(textOf('registerId'))),
        text: texts.deviceText,
        icon: 'link' as const,
      }
    default: {
      const role = roles[textOf('role')] ?? textOf('role')
      return { title: texts.member(role), text: texts.memberText, icon: 'person' as const }
    }
  }
}

function reasonOf<Reason extends string>(
  reasons: Readonly<Record<Reason, unknown>>,
  value: string,
): Reason | null {
  return value in reasons ? (value as Reason) : null
}

/** The screen that shows the subjects of a kind. */
const screenOf: Readonly<Record<Notification['subject']['kind'], ScreenName>> = {
  receipt: 'receipts',
  webhook: 'developers',
  payouts: 'payouts',
  subscription: 'subscriptions',
  item: 'catalog',
  device: 'team',
  member: 'team',
  limits: 'plan',
}

/** Returns the address of what a notification is about, or null without a screen for it. */
export function linkOf({ subject }: Notification, screens: readonly Screen[]): string | null {
  const screen = screens.find(({ name }) => name === screenOf[subject.kind])
  if (!screen) return null
  const [base = '/', parameter] = screen.path.split('/:')
  // Payouts and the webhooks of single receipts have no address of their own.
  const hasOwnAddress = subject.kind === 'receipt' || subject.kind === 'subscription'
  return parameter && hasOwnAddress ? `${base}/${encodeURIComponent(subject.id)}` : base
}

function shortId(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id
}
