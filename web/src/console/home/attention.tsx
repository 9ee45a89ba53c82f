import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import type { HomeTexts } from '../../core/texts/en-console-home.js'
import { useFormats } from '../format/use-formats.js'
import { Icon, type IconName } from '../parts/icon.js'
import { Failed } from '../parts/states.js'
import { partPaymentOf, type Receipt, standingOf } from '../receipts/receipt.js'
import { nameOf } from '../receipts/row-facts.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { useReceipts } from './use-home.js'

type Task = {
  key: string
  title: string
  text: string
  href: string
  icon: IconName
  tone: 'bad' | 'warn'
}

const shown = 5

/** What needs a person: what to do first, then why. */
export function Attention() {
  const texts = useConsoleTexts().home
  const formats = useFormats()
  const { api, membership } = useSession()
  const receipts = useReceipts({ flag: 'action', limit: shown })
  const mayReadWebhooks = membership.rights.includes('keys:manage')
  const deliveries = useQuery({
    queryKey: ['deliveries', membership.wallet, 'failed'],
    queryFn: ({ signal }) => {
      const query = { status: 'failed', limit: 1 }
      return api.call('get', '/api/webhooks/deliveries', { query, signal })
    },
    enabled: mayReadWebhooks,
  })
  const money = (amount: number) => formats.money(amount, 'USD')
  const [failedDelivery] = deliveries.data?.deliveries ?? []
  const tasks: Task[] = [
    ...(failedDelivery
      ? [
          {
            key: failedDelivery.deliveryId,
            title: texts.attention.webhook,
            text: texts.attention.webhookText(failedDelivery.event, failedDelivery.url),
            href: `/receipts/${encodeURIComponent(failedDelivery.receiptId ?? '')}`,
            icon: 'bad' as const,
            tone: 'bad' as const,
          },
        ]
      : []),
    ...(receipts.data?.receipts ?? []).map((receipt) => taskOf(receipt, texts.attention, money)),
  ]
  return (
    <section class="card attention" aria-labelledby="attention-title">
      <header class="card-head">
        <h2 id="attention-title">{texts.attention.title}</h2>
        {tasks.length > 0 && <span class="soft">{formats.count(tasks.length)}</span>}
      </header>
      {receipts.isError && !receipts.data && (
        <Failed error={receipts.error} onRetry={() => void receipts.refetch()} />
      )}
      {receipts.isSuccess && tasks.length === 0 && (
        <p class="soft attention-none">{texts.attention.none}</p>
      )}
      <ul>
        {tasks.slice(0, shown).map(({ key, title, text, href, icon, tone }) => (
          <li key={key}>
            <Link href={href} class={`attention-task ${tone}`}>
              <Icon name={icon} />
              <span>
                <b>{title}</b>
                <span class="soft">{text}</span>
              </span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
      {receipts.data?.nextCursor && (
        <Link href="/receipts?flag=action" class="attention-more">
          {texts.attention.more}
        </Link>
      )}
    </section>
  )
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
