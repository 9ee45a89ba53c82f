import type { PortalReceipt } from '@tallystick/sdk'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'

export type Line = PortalReceipt['lineItems'][number]

type Amounts = { money: (amount: number) => string; price: (line: Line) => number }
type Props = Amounts & { lines: readonly Line[]; isSoft?: boolean }

/** Shows lines of a receipt with their amounts. */
export function LineList({ lines, money, price, isSoft = false }: Props) {
  return (
    <ul class={isSoft ? 'summary-lines soft' : 'summary-lines'}>
      {lines.map((line, index) => (
        <li key={index}>
          {line.itemId !== undefined && <Thumb line={line} />}
          <span class="label">
            <LineLabel line={line} isExtra={isSoft} />
            {line.qty !== undefined && (
              <Quantity qty={line.qty} total={price(line)} money={money} />
            )}
          </span>
          <Money>{money(price(line))}</Money>
        </li>
      ))}
    </ul>
  )
}

/** The service names tax and fee in English. */
function LineLabel({ line, isExtra }: { line: Line; isExtra: boolean }) {
  const { summary } = useLanguage().texts
  // A right-to-left label keeps its direction and stays in its column.
  if (!isExtra) return <bdi>{line.label}</bdi>
  return <>{line.label === 'Tax' ? summary.tax : summary.fee}</>
}

/** Shows the unit price when the amount divides into whole cents. A discount may prevent that. */
function Quantity({ qty, total, money }: { qty: number; total: number; money: Amounts['money'] }) {
  const { texts, format } = useLanguage()
  const count = format.count(qty)
  const isWhole = qty > 1 && Math.round(total * 100) % qty === 0
  return (
    <small>
      {isWhole ? texts.summary.unitPrice(count, money(total / qty)) : texts.summary.quantity(count)}
    </small>
  )
}

/** The picture of the item, or the first letter of its name. */
function Thumb({ line: { label, picture } }: { line: Line }) {
  return (
    <span class="thumb" aria-hidden="true">
      {picture ? (
        <img src={`/media/${picture}/48.webp`} alt="" width="40" height="40" loading="lazy" />
      ) : (
        [...label][0]
      )}
    </span>
  )
}
