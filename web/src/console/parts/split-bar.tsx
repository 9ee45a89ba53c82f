import { useFormats } from '../format/use-formats.js'
import { Money } from './money.js'

export type SplitShare = {
  id: string
  name: string
  amount: number
  /** Of the whole, such as 0.15. Left out for a fee. */
  share?: number
}

/** Shows who gets what of an amount, as one bar and as a list. */
export function SplitBar({
  shares,
  currency,
}: {
  shares: readonly SplitShare[]
  currency: string
}) {
  const formats = useFormats()
  const total = shares.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <div class="split">
      <div class="split-bar" aria-hidden="true">
        {shares.map(({ id, amount }, index) => (
          <span
            key={id}
            class={`split-${Math.min(index, 3)}`}
            style={{ flexGrow: String(total > 0 ? amount / total : 1) }}
          />
        ))}
      </div>
      <ul>
        {shares.map(({ id, name, amount, share }, index) => (
          <li key={id}>
            <span class={`split-mark split-${Math.min(index, 3)}`} aria-hidden="true" />
            <span class="one-line">{name}</span>
            {share !== undefined && <span class="soft">{formats.percent(share)}</span>}
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </div>
  )
}
