import { Link } from 'wouter-preact'
import type { HomeTexts } from '../../core/texts/en-console-home.js'
import { useFormats } from '../format/use-formats.js'
import {
  describeNotification,
  linkOf,
  type Notification,
} from '../notifications/describe-notification.js'
import { useNewest } from '../notifications/use-notifications.js'
import type { IconName } from '../parts/icon.js'
import { Failed } from '../parts/states.js'
import { TaskRow } from '../parts/task-row.js'
import { partPaymentOf, type Receipt, standingOf } from '../receipts/receipt.js'
import { nameOf } from '../receipts/row-facts.js'
import { useScreens } from '../shell/use-screens.js'
import { useConsoleTexts } from '../texts.js'
import { useReceipts } from './use-home.js'

type Task = {
  key: string
  title: string
  text: string
  href: string | null
  icon: IconName
  tone: 'bad' | 'warn' | 'wait'
}

const shown = 5

/** Lists the tasks for staff: first the action, then the reason. */
export function Attention() {
  const { home: texts, notifications: notificationTexts, roles } = useConsoleTexts()
  const formats = useFormats()
  const screens = useScreens()
  const receipts = useReceipts({ flag: 'action', limit: shown })
  const newest = useNewest()
  const money = (amount: number) => formats.money(amount, 'USD')
  const open = (newest.data?.notifications ?? []).filter(needsPerson).sort(bySeverity)
  const reported = new Set(open.map(({ subject }) => subject.id))
  const tasks: Task[] = [
    ...open.map((notification) => ({
      key: notification.id,
      href: linkOf(notification, screens),
      ...describeNotification(notification, { texts: notificationTexts, roles, money }),
    })),
    // A receipt is flagged before its notification arrives.
    ...(receipts.data?.receipts ?? [])
      .filter(({ receiptId }) => !reported.has(receiptId))
      .map((receipt) => taskOf(receipt, texts.attention, money)),
  ]
  const hasFailed = (receipts.isError && !receipts.data) || (newest.isError && !newest.data)
  return (
    <section class="card attention" aria-labelledby="attention-title">
      <header class="card-head">
        <h2 id="attention-title">{texts.attention.title}</h2>
        {tasks.length > 0 && <span class="soft">{formats.count(tasks.length)}</span>}
      </header>
      {hasFailed && (
        <Failed
          error={receipts.error ?? newest.error}
          onRetry={() => void Promise.all([receipts.refetch(), newest.refetch()])}
        />
      )}
      {receipts.isSuccess && newest.isSuccess && tasks.length === 0 && (
        <p class="soft attention-none">{texts.attention.none}</p>
      )}
      <ul class="task-list">
        {tasks.slice(0, shown).map(({ key, ...task }) => (
          <li key={key}>
            <TaskRow {...task} />
          </li>
        ))}
      </ul>
      {(tasks.length > shown || receipts.data?.nextCursor) && (
        <Link href="/receipts?flag=action" class="attention-more">
          {texts.attention.more}
        </Link>
      )}
    </section>
  )
}

const severities = ['critical', 'warning', 'info']

/** Whether the problem lasts and needs an action by staff. */
function needsPerson({ severity, resolvedAt }: Notification): boolean {
  return severity !== 'info' && resolvedAt === null
}

function bySeverity(first: Notification, second: Notification): number {
  return severities.indexOf(first.severity) - severities.indexOf(second.severity)
}

function taskOf(
  receipt: Receipt,
  texts: HomeTexts['attention'],
  money: (amount: number) => string,
): Task {
  const name = nameOf(receipt)
  const key = receipt.receiptId
  const href = `/receipts/${encodeURIComponent(key)}`
  const part = partPaymentOf(receipt)
  if (standingOf(receipt) === 'underpaid' && part) {
    const text = texts.underpaidText(money(part.paidUsd), money(part.dueUsd))
    return { key, href, title: texts.underpaid(name), text, icon: 'warn', tone: 'warn' }
  }
  if (standingOf(receipt) === 'wrong') {
    const text = texts.wrongText
    return { key, href, title: texts.wrong(name), text, icon: 'warn', tone: 'warn' }
  }
  return {
    key,
    href,
    title: texts.refund(name),
    text: texts.refundText,
    icon: 'undo',
    tone: 'warn',
  }
}
