import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { NotchedRule } from '../parts/notched-rule.js'
import { ProblemText } from '../parts/problem.js'
import { useConsoleTexts } from '../texts.js'
import type { useQuote } from './use-quote.js'

type Quoted = ReturnType<typeof useQuote>

/** Returns the total of a quote in its own currency. */
export function useTotal(quote: Quoted['quote']): string | null {
  const formats = useFormats()
  if (!quote) return null
  const { total, totalUsd, currency } = quote
  return total === undefined ? formats.money(totalUsd, 'USD') : formats.money(total, currency)
}

/** The lines, tax and total that the payment page will show. */
export function QuoteCard({ quote, error, isCurrent }: Quoted) {
  const texts = useConsoleTexts().payment
  const formats = useFormats()
  const total = useTotal(quote)
  if (error) {
    return (
      <p class="payment-problem" role="alert">
        <Icon name="bad" />
        <span>
          <ProblemText error={error} />
        </span>
      </p>
    )
  }
  if (!quote || total === null) return <p class="soft">{texts.empty}</p>
  const isNative = quote.total !== undefined
  return (
    <div class={`quote${isCurrent ? '' : ' outdated'}`} aria-live="polite">
      <h2>{texts.summary}</h2>
      <dl>
        {quote.lineItems.map(({ label, qty, amount, priceUsd }, index) => (
          <div key={`${label} ${index}`}>
            <dt>{qty && qty !== 1 ? `${qty} × ${label}` : label}</dt>
            <dd class="money">
              {isNative
                ? formats.money(amount ?? 0, quote.currency)
                : formats.money(priceUsd, 'USD')}
            </dd>
          </div>
        ))}
      </dl>
      <NotchedRule />
      <p class="quote-total">
        <b>{texts.total}</b>
        <b class="money">{total}</b>
      </p>
    </div>
  )
}
