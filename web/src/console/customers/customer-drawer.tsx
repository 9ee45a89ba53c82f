import { useQuery } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { customerTexts } from '../../core/texts/en-console-customers.js'
import { toApiError } from '../api/api-error.js'
import { useFormats } from '../format/use-formats.js'
import { CopyButton } from '../parts/copy-button.js'
import { Dialog } from '../parts/dialog.js'
import { Notice } from '../parts/notice.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed } from '../parts/states.js'
import { ReceiptPill } from '../receipts/receipt-pill.js'
import { useRight, useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { DataSection } from './data-section.js'
import { NoteSection } from './note-section.js'
import { Section } from './section.js'
import { type Customer, nameOf, useCustomer } from './use-customers.js'

const { detail: texts, kept, unnamed } = customerTexts
const shownReceipts = 10

type CustomerDrawerProps = { id: string; known: Customer | undefined; onClose(): void }

/** One customer: what they bought, what the team noted, and their personal data. */
export function CustomerDrawer({ id, known, onClose }: CustomerDrawerProps) {
  const query = useCustomer(id)
  const customer = query.data ?? known
  const isMissing = query.isError && toApiError(query.error).status === 404
  const maySeeSubscriptions = useRight('subscriptions:read')
  return (
    <Dialog
      kind="drawer"
      title={customer ? (nameOf(customer) ?? unnamed) : texts.loading}
      onClose={onClose}
    >
      {isMissing ? (
        <Notice title={texts.notFound} text={texts.notFoundText} icon="search" />
      ) : customer ? (
        <>
          <Facts customer={customer} />
          <NoteSection customer={customer} />
          <ReceiptList customer={customer} />
          {maySeeSubscriptions && customer.wallet !== null && (
            <SubscriptionList wallet={customer.wallet} />
          )}
          <DataSection customer={customer} onErased={onClose} />
        </>
      ) : query.isError ? (
        <Failed error={query.error} kept={kept} onRetry={() => void query.refetch()} />
      ) : (
        <div class="customer-section">
          <SkeletonText lines={8} />
        </div>
      )}
    </Dialog>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const format = useFormats()
  const { email, wallet, firstSeenAt, lastSeenAt, spentUsd, refundedUsd } = customer
  const rows: [string, ComponentChildren][] = [
    ...(email === null ? [] : [[texts.email, <Copied name={texts.email} text={email} />] as const]),
    ...(wallet === null
      ? []
      : [[texts.wallet, <Copied name={texts.wallet} text={wallet} />] as const]),
    [texts.spent, <b>{format.money(spentUsd, 'USD')}</b>],
    ...(refundedUsd > 0 ? [[texts.refunded, format.money(refundedUsd, 'USD')] as const] : []),
    [texts.first, format.dateTime(firstSeenAt)],
    [texts.last, format.dateTime(lastSeenAt)],
  ].map(([name, value]) => [String(name), value])
  return (
    <Section title={texts.facts}>
      <dl class="customer-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt class="soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span class="customer-id">{text}</span>
      <CopyButton text={text} label={texts.copy(name)} />
    </>
  )
}

/** The newest receipts of a customer. */
function ReceiptList({ customer }: { customer: Customer }) {
  const { api, membership } = useSession()
  const format = useFormats()
  const list = useQuery({
    queryKey: ['receipts', membership.wallet, 'customer', customer.id],
    queryFn: ({ signal }) =>
      api.call('get', '/api/receipts', {
        query: { customer: customer.id, archived: 'all', limit: shownReceipts, thumbs: '0' },
        signal,
      }),
  })
  const receipts = list.data?.receipts ?? []
  const q = customer.email ?? customer.wallet ?? ''
  return (
    <Section
      title={`${texts.receipts} ${format.count(customer.receiptCount)}`}
      aside={
        q !== '' &&
        receipts.length > 0 && (
          <Link href={`/receipts?${new URLSearchParams({ q, archived: 'all' })}`}>
            {texts.allReceipts}
          </Link>
        )
      }
    >
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonText lines={3} />}
      {list.isSuccess && receipts.length === 0 && <p class="soft">{texts.noReceipts}</p>}
      <ul class="customer-list">
        {receipts.map((receipt) => (
          <li key={receipt.receiptId}>
            <Link href={`/receipts/${encodeURIComponent(receipt.receiptId)}`}>
              <span class="customer-id">{receipt.receiptId}</span>
              <span class="soft">{format.dateTime(receipt.createdAt)}</span>
              <ReceiptPill receipt={receipt} />
              <b class="numeric">{format.money(receipt.totalUsd, 'USD')}</b>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The subscriptions of the customer's wallet. */
function SubscriptionList({ wallet }: { wallet: string }) {
  const { subscriptions: names } = useConsoleTexts()
  const { api, membership } = useSession()
  const format = useFormats()
  const list = useQuery({
    queryKey: ['subscriptions', membership.wallet, 'customer', wallet],
    queryFn: ({ signal }) =>
      api.call('get', '/api/subscriptions/status', {
        query: { merchant: membership.wallet, q: wallet, limit: 50 },
        signal,
      }),
  })
  const subscriptions = list.data && 'subscriptions' in list.data ? list.data.subscriptions : []
  return (
    <Section title={texts.subscriptions}>
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonText lines={2} />}
      {list.isSuccess && subscriptions.length === 0 && <p class="soft">{texts.noSubscriptions}</p>}
      <ul class="customer-list">
        {subscriptions.map(({ subscriptionId, planName, status, priceUsd }) => (
          <li key={subscriptionId}>
            <Link
              href={`/subscriptions/subscribers?${new URLSearchParams({ open: subscriptionId })}`}
            >
              <b>{planName}</b>
              <span class="soft">{names.statuses[status]}</span>
              <span />
              <b class="numeric">{format.money(priceUsd, 'USD')}</b>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
