import { useState } from 'preact/hooks'
import { Link, useSearch } from 'wouter-preact'
import { reportTexts } from '../../core/texts/en-console-reports.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address, shorten } from '../panels/address.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Icon } from '../parts/icon.js'
import { Time } from '../parts/time.js'
import { Bar, Figures, NumberLink } from './figures.js'
import { NoSales } from './no-sales.js'
import { type Period, receiptsOf } from './period.js'
import { usePeriod, useReport } from './use-reports.js'

const texts = reportTexts.settlement

type Settlement = ResultOf<'get', '/api/reports/settlement'>
type Row = Settlement['rows'][number]

/** Each sale with the amounts that its recipients are owed. */
export function SettlementReport({ period }: { period: Period }) {
  const report = useReport('/api/reports/settlement', period.days)
  return (
    <Loaded
      query={report}
      empty={({ rows, receivedNotSold }) =>
        rows.length === 0 && receivedNotSold.rows.length === 0 ? <NoSales /> : null
      }
    >
      {(data) => (
        <>
          <SettlementFigures totals={data.totals} period={period} />
          <Recipients report={data} />
          <Sales rows={data.rows} />
          <NotSold report={data.receivedNotSold} />
        </>
      )}
    </Loaded>
  )
}

function SettlementFigures({ totals, period }: { totals: Settlement['totals']; period: Period }) {
  const formats = useFormats()
  const tax = Object.values(totals.taxes).reduce((sum, amount) => sum + amount, 0)
  const amounts = { ...totals, tax }
  const names = ['total', 'tax', 'fee', 'refunds', 'net'] as const
  return (
    <Figures
      label={texts.title}
      items={names.map((name) => ({
        id: name,
        label: texts.figures[name],
        value: formats.money(amounts[name], 'USD'),
        href: receiptsOf(period.days, formats.timeZone, {
          time: name === 'refunds' ? 'refund' : 'sale',
        }),
      }))}
    />
  )
}

/** Names a recipient: an address, or one of the words of the report. */
function useRecipientName() {
  return (name: string) => texts.recipientNames[name as 'manual' | 'unassigned'] ?? shorten(name)
}

function Recipients({ report: { totals, receivedNotSold } }: { report: Settlement }) {
  const formats = useFormats()
  const nameOf = useRecipientName()
  const search = useSearch()
  const sums = new Map(Object.entries(totals.recipients))
  for (const [name, amount] of Object.entries(receivedNotSold.totals.recipients)) {
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  const rows = [...sums].map(([name, amount]) => ({ name, amount }))
  const top = Math.max(...rows.map(({ amount }) => amount), 0)
  const hrefOf = (name: string) => {
    const values = new URLSearchParams(search)
    values.set('recipient', name)
    return `/reports/settlement?${values}#settlement-rows`
  }
  if (rows.length === 0) return null
  return (
    <Panel title={texts.recipients} note={texts.recipientsNote}>
      <Rows
        label={texts.recipients}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          {
            id: 'name',
            label: texts.recipient,
            cell: ({ name }) =>
              name.startsWith('0x') ? <Address value={name} /> : <b>{nameOf(name)}</b>,
          },
          {
            id: 'bar',
            label: texts.share,
            isLabelHidden: true,
            cell: ({ amount }) => <Bar share={top > 0 ? amount / top : 0} />,
          },
          {
            id: 'amount',
            label: texts.share,
            isEnd: true,
            cell: ({ name, amount }) => (
              <NumberLink href={hrefOf(name)}>{formats.money(amount, 'USD')}</NumberLink>
            ),
          },
        ]}
      />
    </Panel>
  )
}

const pageSize = 50

/** The sales, which a token or recipient of the address narrows. */
function Sales({ rows }: { rows: readonly Row[] }) {
  const formats = useFormats()
  const nameOf = useRecipientName()
  const { change } = usePeriod()
  const values = new URLSearchParams(useSearch())
  const [token, recipient] = [values.get('token'), values.get('recipient')]
  const [shown, setShown] = useState(pageSize)
  const money = (amount: number) => formats.money(amount, 'USD')
  const listed = rows.filter(
    ({ tokens, recipients }) =>
      (token === null || tokens.includes(token)) &&
      (recipient === null || (recipients[recipient] ?? 0) !== 0),
  )
  const chips = [
    ...(token === null ? [] : [{ id: 'token', name: texts.token, value: token }]),
    ...(recipient === null
      ? []
      : [{ id: 'recipient', name: texts.recipient, value: nameOf(recipient) }]),
  ]
  if (rows.length === 0) return null
  const amount = (name: 'subtotal' | 'fee' | 'refunds' | 'net') => ({
    id: name,
    label: texts.figures[name],
    isEnd: true,
    cell: (row: Row) => <span class="money">{money(row[name])}</span>,
  })
  return (
    <div id="settlement-rows">
      <Panel
        title={texts.sales}
        note={texts.counted(formats.count(listed.length), formats.count(rows.length))}
      >
        {chips.length > 0 && (
          <p class="row">
            {chips.map(({ id, name, value }) => (
              <button
                key={id}
                type="button"
                class="button"
                aria-label={`${texts.remove} ${name}: ${value}`}
                onClick={() => change({ [id]: null })}
              >
                {name}: {value}
                <Icon name="close" />
              </button>
            ))}
          </p>
        )}
        <Rows
          label={texts.sales}
          rows={listed.slice(0, shown)}
          keyOf={({ receiptId }) => receiptId}
          columns={[
            {
              id: 'receipt',
              label: texts.receipt,
              cell: ({ receiptId, date }) => (
                <span class="two-lines">
                  <Link href={`/receipts/${encodeURIComponent(receiptId)}`}>{receiptId}</Link>
                  <span class="soft">
                    <Time at={Date.parse(date)} />
                  </span>
                </span>
              ),
            },
            { id: 'tokens', label: texts.token, cell: ({ tokens }) => tokens.join(', ') },
            amount('subtotal'),
            {
              id: 'tax',
              label: texts.figures.tax,
              isEnd: true,
              cell: ({ taxes }) => (
                <span class="money">
                  {money(Object.values(taxes).reduce((sum, tax) => sum + tax, 0))}
                </span>
              ),
            },
            amount('fee'),
            amount('refunds'),
            amount('net'),
            ...(recipient === null
              ? []
              : [
                  {
                    id: 'share',
                    label: nameOf(recipient),
                    isEnd: true,
                    cell: ({ recipients }: Row) => (
                      <b class="money">{money(recipients[recipient] ?? 0)}</b>
                    ),
                  },
                ]),
          ]}
        />
        {shown < listed.length && (
          <button
            type="button"
            class="button more-rows"
            onClick={() => setShown(shown + 4 * pageSize)}
          >
            {texts.more}
          </button>
        )}
      </Panel>
    </div>
  )
}

function NotSold({ report: { rows, totals } }: { report: Settlement['receivedNotSold'] }) {
  const formats = useFormats()
  if (rows.length === 0) return null
  return (
    <Panel title={texts.notSold} note={texts.notSoldNote(formats.money(totals.usd, 'USD'))}>
      <Rows
        label={texts.notSold}
        rows={rows.slice(0, 4 * pageSize)}
        keyOf={(row) => `${row.date} ${row.receiptId} ${row.transactionHash} ${row.token}`}
        columns={[
          {
            id: 'receipt',
            label: texts.receipt,
            cell: ({ receiptId, transactionHash }) =>
              receiptId ? (
                <Link href={`/receipts/${encodeURIComponent(receiptId)}`}>{receiptId}</Link>
              ) : transactionHash ? (
                <Address value={transactionHash} />
              ) : (
                texts.direct
              ),
          },
          {
            id: 'date',
            label: texts.time,
            cell: ({ date }) => <Time at={Date.parse(date)} />,
          },
          {
            id: 'amount',
            label: texts.token,
            isEnd: true,
            cell: ({ amount, token }) => (
              <span class="money">
                {formats.token(amount)} {token}
              </span>
            ),
          },
          {
            id: 'usd',
            label: texts.value,
            isEnd: true,
            cell: ({ usd }) => <span class="money">{formats.money(usd, 'USD')}</span>,
          },
        ]}
      />
    </Panel>
  )
}
