import { useMemo } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { useFormats } from '../format/use-formats.js'
import { Money } from '../parts/money.js'
import { Notice } from '../parts/notice.js'
import { Failed } from '../parts/states.js'
import { type Column, Table } from '../parts/table/table.js'
import { Time } from '../parts/time.js'
import { PaidWith } from '../receipts/list-columns.js'
import type { Receipt } from '../receipts/receipt.js'
import { ReceiptPill } from '../receipts/receipt-pill.js'
import { rowFactsOf } from '../receipts/row-facts.js'
import { useConsoleTexts } from '../texts.js'
import { useReceipts } from './use-home.js'

const shown = 7

/** The newest receipts. */
export function RecentReceipts() {
  const { home, receipts: receiptTexts } = useConsoleTexts()
  const texts = home.recent
  const formats = useFormats()
  const list = useReceipts({ limit: shown })
  const columns = useMemo(
    (): Column<Receipt>[] => [
      {
        id: 'time',
        label: texts.time,
        width: '3.5rem',
        cell: ({ createdAt }) => <Time at={createdAt} kind="clock" />,
      },
      {
        id: 'customer',
        label: texts.customer,
        width: 'minmax(8rem, 1fr)',
        cell: (receipt) => rowFactsOf(receipt, receiptTexts).customer ?? receiptTexts.guest,
      },
      {
        id: 'method',
        label: texts.method,
        width: '6rem',
        cell: (receipt) => (
          <PaidWith facts={rowFactsOf(receipt, receiptTexts)} texts={receiptTexts} />
        ),
      },
      {
        id: 'status',
        label: texts.status,
        width: '9rem',
        cell: (receipt) => <ReceiptPill receipt={receipt} />,
      },
      {
        id: 'amount',
        label: texts.amount,
        width: '7rem',
        isEnd: true,
        cell: (receipt) => <Total receipt={receipt} />,
      },
    ],
    [texts, receiptTexts],
  )
  const entries = useMemo(
    () =>
      (list.data?.receipts ?? []).map((row) => ({
        kind: 'row' as const,
        key: row.receiptId,
        row,
      })),
    [list.data],
  )
  return (
    <section class="card recent" aria-labelledby="recent-title">
      <header class="card-head">
        <h2 id="recent-title">{texts.title}</h2>
        <Link href="/receipts">{texts.all}</Link>
      </header>
      {list.isError && !list.data && (
        <Failed error={list.error} kept={home.kept} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && entries.length === 0 && (
        <Notice title={texts.empty} text={texts.emptyText} />
      )}
      {(list.isPending || entries.length > 0) && (
        <Table
          label={texts.title}
          columns={columns}
          entries={entries}
          linkColumn="customer"
          hrefOf={({ receiptId }) => `/receipts/${encodeURIComponent(receiptId)}`}
          nameOf={(receipt) => rowFactsOf(receipt, receiptTexts).name}
          isLoading={list.isPending}
          phone={(receipt) => {
            const { customer, items } = rowFactsOf(receipt, receiptTexts)
            return {
              title: customer ?? receiptTexts.guest,
              end: <Total receipt={receipt} />,
              detail: `${formats.clock(receipt.createdAt)} · ${items}`,
              status: <ReceiptPill receipt={receipt} />,
            }
          }}
        />
      )}
    </section>
  )
}

function Total({ receipt }: { receipt: Receipt }) {
  const texts = useConsoleTexts().receipts
  const { amount, currency } = rowFactsOf(receipt, texts)
  return <Money amount={amount} currency={currency} kind="code" />
}
