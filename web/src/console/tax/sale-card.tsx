import { useState } from 'preact/hooks'
import { taxTexts } from '../../core/texts/en-console-tax.js'
import { useFormats } from '../format/use-formats.js'
import { Select } from '../parts/select.js'
import { QuoteCard } from '../payment/quote-card.js'
import { useQuote } from '../payment/use-quote.js'

const texts = taxTexts.sale
const amount = 100

type SaleCardProps = {
  /** The jurisdiction or rate of sales that name none, as it is chosen here. */
  code: string | null
  rate: number | null
  /** Others that a sale can name. */
  codes: readonly string[]
  hasUnsavedRates: boolean
}

/** Shows a sale with these settings, quoted by the service. */
export function SaleCard({ code, rate, codes, hasUnsavedRates }: SaleCardProps) {
  const formats = useFormats()
  const [chosen, setChosen] = useState('')
  const jurisdictionCode = chosen === '' ? code : chosen
  const quoted = useQuote({
    amount,
    currency: 'USD',
    ...(jurisdictionCode !== null && { jurisdictionCode }),
    ...(jurisdictionCode === null && rate !== null && { taxRate: rate }),
  })
  return (
    <section class="card sale-card" aria-labelledby="sale-title">
      <h2 id="sale-title">{texts.title(formats.money(amount, 'USD'))}</h2>
      {codes.length > 0 && (
        <Select
          label={texts.where}
          value={chosen}
          options={[
            { value: '', label: texts.default },
            ...codes.map((value) => ({ value, label: value })),
          ]}
          onChange={setChosen}
        />
      )}
      <div class="sale-slip">
        <QuoteCard {...quoted} />
      </div>
      {hasUnsavedRates && <p class="soft">{texts.unsaved}</p>}
    </section>
  )
}
