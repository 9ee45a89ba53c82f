import { TokenIcon } from '../../ui/token-icon.js'
import { useFormats } from '../format/use-formats.js'
import { SkeletonText } from '../parts/skeleton.js'
import { useConsoleTexts } from '../texts.js'
import { isSameAddress, shortAddress } from './short-address.js'
import type { Balance, Balances, Split } from './use-payouts.js'

type BalancesCardProps = { balances: Balances | undefined; split: Split | null }

/** The tokens that wait, where, and why. */
export function BalancesCard({ balances, split }: BalancesCardProps) {
  const texts = useConsoleTexts().payouts.balances
  const rows = toRows(balances?.balances ?? [])
  return (
    <section class="card payouts-balances" aria-labelledby="balances-title">
      <header class="card-head">
        <h2 id="balances-title" tabIndex={-1}>
          {texts.title}
        </h2>
      </header>
      {!balances && (
        <div class="payouts-loading">
          <SkeletonText lines={4} />
        </div>
      )}
      {balances && rows.length === 0 && (
        <p class="payouts-note soft">{`${texts.empty}. ${texts.emptyText}`}</p>
      )}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.asset}</th>
              <th scope="col" class="numeric">
                {texts.deposits}
              </th>
              <th scope="col" class="numeric">
                {texts.split}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <BalanceRow key={`${row.payoutAddress} ${row.symbol}`} row={row} split={split} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type Row = {
  payoutAddress: string
  symbol: string
  deposit: Balance | null
  split: Balance | null
}

/** One row for each token and payout address. */
function toRows(balances: readonly Balance[]): Row[] {
  const rows = new Map<string, Row>()
  for (const balance of balances) {
    const { payoutAddress, symbol, place } = balance
    const key = `${payoutAddress} ${symbol}`
    const row = rows.get(key) ?? { payoutAddress, symbol, deposit: null, split: null }
    rows.set(key, { ...row, [place]: balance })
  }
  return [...rows.values()]
}

function BalanceRow({ row, split }: { row: Row; split: Split | null }) {
  const { payouts: texts } = useConsoleTexts()
  const { dateTime } = useFormats()
  const isCurrent = split === null || isSameAddress(row.payoutAddress, split.address)
  const waits = [row.deposit, row.split].flatMap((balance) => (balance ? [balance] : []))
  const describe = ({ waitsFor, nextAt }: Balance) => {
    const isLater = ['below_minimum', 'failed', 'no_gas'].includes(waitsFor)
    return [texts.waits[waitsFor], isLater && nextAt !== null && texts.until(dateTime(nextAt))]
      .filter(Boolean)
      .join(' ')
  }
  return (
    <>
      <tr>
        <th scope="row">
          <span class="payouts-asset">
            <TokenIcon symbol={row.symbol} />
            {row.symbol}
          </span>
        </th>
        <td class="numeric">{row.deposit ? showUnits(row.deposit) : texts.review.none}</td>
        <td class="numeric">
          <b>{row.split ? showUnits(row.split) : texts.review.none}</b>
        </td>
      </tr>
      <tr class="payouts-why">
        <td colSpan={3} class="soft">
          {!isCurrent && `${texts.balances.ofAddress(shortAddress(row.payoutAddress))}. `}
          {[...new Set(waits.map(describe))].map(capitalize).join('. ')}
        </td>
      </tr>
    </>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Shows at least two decimals, and at most six. */
export function showUnits({ amount }: { amount: string }): string {
  const [whole = '0', decimals = ''] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}.${decimals.slice(0, 6).padEnd(2, '0')}`
}
