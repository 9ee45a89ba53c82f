import { useMemo } from 'preact/hooks'
import { useFormats } from '../../format/use-formats.js'
import { type Column, Table } from '../../parts/table/table.js'
import { useConsoleTexts } from '../../texts.js'
import { reasonOf, StatusPill, shortWallet } from '../describe.js'
import { useQueryAddress } from '../use-address.js'
import type { Subscription } from '../use-subscriptions.js'

type SubscriberTableProps = {
  label: string
  rows: readonly Subscription[]
  isLoading: boolean
  /** Shows why the last charge failed. */
  hasReason?: boolean
  hasMore?: boolean
  onMore?(): void
}

/** Subscriptions as rows, each of which opens its drawer. */
export function SubscriberTable(props: SubscriberTableProps) {
  const { label, rows, isLoading, hasReason = false, hasMore = false, onMore } = props
  const { subscriptions: texts } = useConsoleTexts()
  const formats = useFormats()
  const { values, addressWith } = useQueryAddress()
  const nextOf = ({ nextChargeAt, nextAttemptAt }: Subscription) => {
    if (nextAttemptAt !== null) return texts.list.retry(formats.day(nextAttemptAt))
    return nextChargeAt === null ? texts.list.noNext : formats.day(nextChargeAt)
  }
  const columns = useMemo(
    (): Column<Subscription>[] => [
      {
        id: 'customer',
        label: texts.list.customer,
        width: 'minmax(6.5rem, 1fr)',
        cell: ({ customerWallet }) => <b>{shortWallet(customerWallet)}</b>,
      },
      {
        id: 'plan',
        label: texts.list.plan,
        width: 'minmax(5rem, 1.5fr)',
        cell: ({ planName }) => planName,
      },
      { id: 'next', label: texts.list.next, width: '7.5rem', cell: nextOf },
      ...(hasReason
        ? [
            {
              id: 'reason',
              label: texts.list.reason,
              width: 'minmax(7rem, 2fr)',
              cell: (row: Subscription) => reasonOf(row, texts),
            },
          ]
        : []),
      {
        id: 'status',
        label: texts.list.status,
        width: '6.5rem',
        cell: ({ status }) => <StatusPill status={status} />,
      },
      {
        id: 'amount',
        label: texts.list.amount,
        width: '4.5rem',
        isEnd: true,
        cell: ({ priceUsd }) => <b>{formats.money(priceUsd, 'USD')}</b>,
      },
    ],
    [texts, formats, hasReason],
  )
  const entries = useMemo(
    () => rows.map((row) => ({ kind: 'row' as const, key: row.subscriptionId, row })),
    [rows],
  )
  return (
    <Table
      label={label}
      columns={columns}
      entries={entries}
      linkColumn="customer"
      hrefOf={({ subscriptionId }) => addressWith({ open: subscriptionId })}
      nameOf={({ customerWallet }) => shortWallet(customerWallet)}
      currentKey={values.get('open')}
      isLoading={isLoading}
      hasMore={hasMore}
      {...(onMore && { onMore })}
      phone={(row) => ({
        title: shortWallet(row.customerWallet),
        end: <b>{formats.money(row.priceUsd, 'USD')}</b>,
        detail: [row.planName, (hasReason && reasonOf(row, texts)) || nextOf(row)].join(' · '),
        status: <StatusPill status={row.status} />,
      })}
    />
  )
}
