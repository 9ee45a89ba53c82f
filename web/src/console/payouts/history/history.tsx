import { useMemo } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter-preact'
import { Hash } from '../../../ui/hash.js'
import { readRange, timesOfRange } from '../../format/date-ranges.js'
import { useFormats } from '../../format/use-formats.js'
import { DateRange } from '../../parts/date-range.js'
import { Icon } from '../../parts/icon.js'
import { Notice } from '../../parts/notice.js'
import { Pill } from '../../parts/pill.js'
import { Failed } from '../../parts/states.js'
import { type Column, Table } from '../../parts/table/table.js'
import { Time } from '../../parts/time.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { showUnits } from '../balances-card.js'
import { useNames } from '../recipients/use-names.js'
import { shortAddress } from '../short-address.js'
import { type Payout, type PayoutPage, type Split, useHistory } from '../use-payouts.js'
import { PayoutDrawer } from './payout-drawer.js'

/** The payouts to the recipients by transaction, with a statement of each recipient as a file. */
export function History({ split }: { split: Split | null }) {
  const { payouts } = useConsoleTexts()
  const texts = payouts.history
  const formats = useFormats()
  const { api } = useSession()
  const [, navigate] = useLocation()
  const [search, setSearch] = useSearchParams()
  const nameOf = useNames(split)
  const account = search.get('recipient')
  const range = readRange(search.get('range'))
  const open = search.get('payout')
  const times = useMemo(
    () => timesOfRange(range, Date.now(), formats.timeZone),
    [range, formats.timeZone],
  )
  const list = useHistory({ account, ...times })
  const pages = list.data?.pages ?? []
  const rows = useMemo(() => pages.flatMap((page) => page.payouts), [list.data])
  const first = pages[0]
  const change = (name: string, value: string | null) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  const addressOf = (hash: string | null) => {
    const next = new URLSearchParams(search)
    if (hash === null) next.delete('payout')
    else next.set('payout', hash)
    return next.size > 0 ? `/payouts?${next}` : '/payouts'
  }
  const columns = useColumns()
  const entries = useMemo(
    () => rows.map((row) => ({ kind: 'row' as const, key: row.transactionHash, row })),
    [rows],
  )
  const isFiltered = account !== null || range !== null
  const statement = api.addressOf('/api/payouts/export', { account, ...times })
  const words = account === null ? texts.everyone : nameOf(account)
  return (
    <section class="card payouts-history" aria-labelledby="history-title">
      <header class="card-head">
        <h2 id="history-title">
          {texts.title}{' '}
          {first && (
            <span class="soft">{texts.count(formats.count(first.count), first.count === 1)}</span>
          )}
        </h2>
        <div class="row">
          <RecipientChoice
            split={split}
            first={first}
            account={account}
            nameOf={nameOf}
            onChange={(value) => change('recipient', value)}
          />
          <DateRange value={range} now={Date.now()} onChange={(value) => change('range', value)} />
          {first && first.count > 0 && (
            <a
              class="button"
              href={statement}
              download="payouts.csv"
              title={texts.statementTitle(words)}
            >
              <Icon name="download" />
              {texts.statement}
            </a>
          )}
        </div>
      </header>
      {list.isError && !list.data && (
        <Failed error={list.error} kept={payouts.kept} onRetry={() => void list.refetch()} />
      )}
      {first && first.recipients.length > 0 && isFiltered && <Sums page={first} nameOf={nameOf} />}
      {list.isSuccess && rows.length === 0 && (
        <Notice
          title={isFiltered ? texts.noMatch : texts.empty}
          {...(!isFiltered && { text: texts.emptyText })}
        />
      )}
      {(list.isPending || rows.length > 0) && (
        <Table
          label={texts.title}
          columns={columns}
          entries={entries}
          linkColumn="time"
          hrefOf={({ transactionHash }) => addressOf(transactionHash)}
          nameOf={({ transactionHash }) => shortAddress(transactionHash)}
          currentKey={open}
          isLoading={list.isPending || list.isFetchingNextPage}
          hasMore={list.hasNextPage}
          onMore={() => void list.fetchNextPage()}
          phone={(payout) => ({
            title: formats.dateTime(payout.at),
            end: <Amount payout={payout} />,
            detail: <Hash value={payout.transactionHash} />,
            status: <Status payout={payout} />,
          })}
        />
      )}
      {open && (
        <PayoutDrawer
          hash={open}
          payout={rows.find(({ transactionHash }) => transactionHash === open)}
          isLoading={list.isPending}
          explorerUrl={first?.explorerUrl ?? null}
          nameOf={nameOf}
          onClose={() => navigate(addressOf(null))}
        />
      )}
    </section>
  )
}

type ChoiceProps = {
  split: Split | null
  first: PayoutPage | undefined
  account: string | null
  nameOf(address: string): string
  onChange(account: string | null): void
}

/** Everyone who is or was paid, of whom one can be chosen. */
function RecipientChoice({ split, first, account, nameOf, onChange }: ChoiceProps) {
  const texts = useConsoleTexts().payouts.history
  const addresses = [
    ...(split?.recipients ?? []).map(({ address }) => address),
    ...(first?.recipients ?? []).map(({ address }) => address),
    ...(account ? [account] : []),
  ]
  const unique = [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
  return (
    <select
      class="recipient-choice"
      aria-label={texts.recipient}
      value={account ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    >
      <option value="">{texts.everyone}</option>
      {unique.map((address) => (
        <option key={address} value={address}>
          {nameOf(address)}
        </option>
      ))}
    </select>
  )
}

/** The sum that each recipient received in the range. */
function Sums({ page, nameOf }: { page: PayoutPage; nameOf(address: string): string }) {
  const texts = useConsoleTexts().payouts.history
  return (
    <dl class="payouts-sums" aria-label={texts.sums}>
      {page.recipients.map((sum) => (
        <div key={`${sum.address} ${sum.symbol}`}>
          <dt>{sum.label || nameOf(sum.address)}</dt>
          <dd class="money">
            <b>{showUnits(sum)}</b> <span class="soft">{sum.symbol}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useColumns(): Column<Payout>[] {
  const texts = useConsoleTexts().payouts.history
  const { count } = useFormats()
  return useMemo(
    () => [
      {
        id: 'time',
        label: texts.time,
        width: 'minmax(9rem, 1fr)',
        cell: ({ at }) => <Time at={at} />,
      },
      {
        id: 'recipients',
        label: texts.recipients,
        width: '7rem',
        cell: ({ recipients }) => count(new Set(recipients.map(({ address }) => address)).size),
      },
      {
        id: 'transaction',
        label: texts.transaction,
        width: 'minmax(9rem, 1fr)',
        cell: ({ transactionHash }) => <Hash value={transactionHash} />,
      },
      {
        id: 'status',
        label: texts.status,
        width: '8rem',
        cell: (payout) => <Status payout={payout} />,
      },
      {
        id: 'amount',
        label: texts.amount,
        width: '9rem',
        isEnd: true,
        cell: (payout) => <Amount payout={payout} />,
      },
    ],
    [texts, count],
  )
}

function Status({ payout: { status } }: { payout: Payout }) {
  const texts = useConsoleTexts().payouts.history.statuses
  return <Pill tone={status === 'confirmed' ? 'good' : 'now'} word={texts[status]} />
}

/** The value, or the amount of the token until the ledger has a value. */
function Amount({ payout: { usd, recipients } }: { payout: Payout }) {
  const formats = useFormats()
  const texts = useConsoleTexts().payouts.history
  if (usd === null) {
    const [only, ...others] = recipients
    const text = only && others.length === 0 ? `${showUnits(only)} ${only.symbol}` : texts.unvalued
    return <span class="soft">{text}</span>
  }
  return (
    <span class="money">
      <b>{formats.amount(usd, 'USD')}</b> <span class="currency">USD</span>
    </span>
  )
}
