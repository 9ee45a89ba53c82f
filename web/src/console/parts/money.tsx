import { useFormats } from '../format/use-formats.js'

type MoneyProps = {
  amount: number
  currency: string
  /** `symbol` where all amounts have one currency, `code` in tables, where currencies are mixed. */
  kind?: 'symbol' | 'code'
}

/** Shows an amount in tabular figures. The code has a slot of its own, so that decimals line up. */
export function Money({ amount, currency, kind = 'symbol' }: MoneyProps) {
  const formats = useFormats()
  if (kind === 'symbol') return <span class="money">{formats.money(amount, currency)}</span>
  return (
    <span class="money">
      <b>{formats.amount(amount, currency)}</b> <span class="currency">{currency}</span>
    </span>
  )
}
