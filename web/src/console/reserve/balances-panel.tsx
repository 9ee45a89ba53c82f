import { Link } from 'wouter-preact'
import { reserveTexts as texts } from '../../core/texts/en-console-reserve.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useLoad } from '../panels/use-load.js'
import { Notice } from '../parts/notice.js'
import { Pill } from '../parts/pill.js'

type Balance = ResultOf<'get', '/api/reserve/balances'>['balances'][number]

const refreshMs = 60_000

/** The reserve of each currency: its amount, its place, and its target. */
export function BalancesPanel() {
  const { clock } = useFormats()
  const query = useLoad('/api/reserve/balances', {}, { refreshMs })
  const updatedAt = query.data?.updatedAt ?? 0
  return (
    <Panel
      title={texts.balances}
      {...(updatedAt > 0 && { note: texts.balancesNote(clock(updatedAt)) })}
      actions={
        <Link class="button" href="/payouts">
          {texts.payouts}
        </Link>
      }
    >
      <Loaded
        query={query}
        empty={({ balances, degraded }) => {
          if (degraded) return <p class="soft">{texts.unread}</p>
          return balances.length === 0 ? (
            <Notice title={texts.empty} text={texts.emptyText} />
          ) : null
        }}
      >
        {({ balances, partial }) => (
          <>
            {partial && <p class="soft">{texts.partial}</p>}
            <ul class="plain-list reserve-list">
              {balances.map((balance) => (
                <BalanceRow key={balance.currency} balance={balance} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function BalanceRow({ balance }: { balance: Balance }) {
  const { currency, reserved, target, amounts } = balance
  const share = target ? Math.min(reserved / target, 1) : reserved > 0 ? 1 : 0
  const places = [
    { name: texts.releasable, amount: amounts.releasable, href: '/payouts' },
    { name: texts.deposits, amount: amounts.deposits, href: '/payouts' },
    { name: texts.wallet, amount: amounts.wallet, href: null },
  ]
  return (
    <li>
      <div class="reserve-head">
        <h3>{currency}</h3>
        <Standing balance={balance} />
      </div>
      <p class="reserve-amount">
        <b>
          <AmountOf value={amounts.reserved} />
        </b>{' '}
        {target !== undefined && target > 0 && (
          <span class="soft">
            {texts.target} <AmountOf value={target} />
          </span>
        )}
      </p>
      <span class={`reserve-bar${share < 1 ? ' low' : ''}`} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <dl class="reserve-places">
        {places.map(({ name, amount, href }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {href ? (
                <Link href={href}>
                  <AmountOf value={amount} />
                </Link>
              ) : (
                <AmountOf value={amount} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Shows an amount of a token without a symbol: a text exactly, a number with six decimals. */
export function AmountOf({ value }: { value: number | string }) {
  const { locale } = useFormats()
  const digits = typeof value === 'string' ? 18 : 6
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  })
  return <span class="money">{format.format(value as number)}</span>
}

function Standing({ balance: { reserved, target, currency } }: { balance: Balance }) {
  const { locale } = useFormats()
  if (!target) return <Pill tone="wait" word={texts.noTarget} />
  if (reserved >= target) return <Pill tone="good" word={texts.reached} />
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  return (
    <Pill tone="warn" word={texts.missing(`${format.format(target - reserved)} ${currency}`)} />
  )
}
