import { useFormats } from '../format/use-formats.js'
import { SkeletonText } from '../parts/skeleton.js'
import { useConsoleTexts } from '../texts.js'
import type { Balances } from './use-payouts.js'

type NextCardProps = { balances: Balances | undefined; onRelease(): void }

/** The money that goes out next, when, and what it waits for. */
export function NextCard({ balances, onRelease }: NextCardProps) {
  const texts = useConsoleTexts().payouts.next
  const { money } = useFormats()
  if (!balances) {
    return (
      <section class="card payouts-next" aria-label={texts.title} aria-busy="true">
        <SkeletonText lines={3} />
      </section>
    )
  }
  const { next, balances: list } = balances
  return (
    <section class="card payouts-next" aria-labelledby="next-title">
      <div class="payouts-total">
        <h2 id="next-title">{texts.title}</h2>
        <a href="#balances-title" class="money">
          {money(next.usd, 'USD')}
        </a>
        <p class="soft">
          <When balances={balances} />
        </p>
      </div>
      <Gathered balances={balances} />
      {list.length > 0 && (
        <button type="button" class="button" onClick={onRelease}>
          {texts.release}
        </button>
      )}
    </section>
  )
}

/** When the next money moves. */
function When({ balances }: { balances: Balances }) {
  const texts = useConsoleTexts().payouts.next
  const { dateTime, money } = useFormats()
  const { next, automatic, minUsd, balances: list } = balances
  if (list.length === 0) return texts.nothing
  if (!automatic) return texts.manual
  if (next.at === null) return texts.none
  const has = (reason: string) => list.some(({ waitsFor }) => waitsFor === reason)
  if (has('due') || has('sending')) return texts.now
  const gathering = list.flatMap(({ waitsFor, nextAt }) =>
    waitsFor === 'below_minimum' && nextAt !== null ? [nextAt] : [],
  )
  if (gathering.length > 0) return texts.at(dateTime(Math.min(...gathering)), money(minUsd, 'USD'))
  return has('confirming') ? texts.final : texts.retry(dateTime(next.at))
}

/** How much of the minimum has gathered, and where it is. */
function Gathered({ balances }: { balances: Balances }) {
  const texts = useConsoleTexts().payouts
  const { money, count } = useFormats()
  const { minUsd, splitsUsd, depositsUsd, next, balances: list } = balances
  if (list.length === 0) return null
  const whole = Math.max(minUsd, next.usd, 0.01)
  const deposits = list.filter(({ place }) => place === 'deposit')
  const addresses = deposits.reduce((sum, { addresses: some }) => sum + some, 0)
  const reasons = [...new Set(deposits.map(({ waitsFor }) => texts.waits[waitsFor]))]
  return (
    <div class="payouts-gathered">
      <p class="payouts-gathered-head">
        <b>{texts.next.atSplit(money(splitsUsd, 'USD'))}</b>
        {minUsd > 0 && <span class="soft money">{money(minUsd, 'USD')}</span>}
      </p>
      <div class="gathered-bar" aria-hidden="true">
        <span class="split-0" style={{ width: `${(splitsUsd / whole) * 100}%` }} />
        <span class="split-2" style={{ width: `${(depositsUsd / whole) * 100}%` }} />
      </div>
      {deposits.length > 0 && (
        <p class="soft">
          {texts.next.atDeposits(money(depositsUsd, 'USD'), count(addresses), addresses === 1)}
          {`: ${reasons.join(', ')}`}
        </p>
      )}
    </div>
  )
}
