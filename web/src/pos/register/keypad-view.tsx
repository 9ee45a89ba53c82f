import { posTexts as texts } from '../../core/texts/en-pos.js'
import { PosIcon } from '../icons.js'
import { Keypad } from '../parts/keypad.js'
import { useKeys } from '../parts/use-keys.js'
import { addTyped, countAll, goodsOf } from '../sale/cart.js'
import { type KeypadKey, pressKey } from '../sale/keypad.js'
import { goodsCentsOf } from '../sale/quote.js'
import { ChargeButton, type ChargeProps } from './charge-button.js'
import { formatCents } from './format-cents.js'
import type { Quoted } from './use-quote.js'

type Props = ChargeProps & {
  /** Whether the keys of a keyboard belong to the keypad. */
  isTyping: boolean
}

/** Enters amounts. Digits shift in from the right. */
export function KeypadView({ isTyping, ...props }: Props) {
  const { sale, quoted, onCharge } = props
  const { cart } = sale
  const { currency, lines, typedCents } = cart
  const press = (key: KeypadKey) =>
    sale.change((before) => ({ ...before, typedCents: pressKey(before.typedCents, key) }))
  const add = () => sale.change((before) => addTyped(before, texts.sale.amount))
  useKeys({ onKey: press, onPlus: add, onEnter: onCharge }, { isActive: isTyping })
  const shown = goodsOf(cart) ?? (quoted.lastBill ? goodsCentsOf(quoted.lastBill) : typedCents)
  const amount = formatCents(shown, currency)
  return (
    <section class="pad" aria-label={texts.tabs.keypad}>
      <div class="reading">
        <p class="sum">{describeSum(props)}</p>
        <p
          class={amount.length > 12 ? 'huge long' : 'huge'}
          aria-live="polite"
          data-testid="amount"
        >
          {amount}
        </p>
        <p class="soft">{describeExtras(quoted, props)}</p>
      </div>
      <Keypad onKey={press} />
      <div class="act">
        <button type="button" class="quiet-button" disabled={typedCents === 0} onClick={add}>
          <PosIcon name="plus" />
          {texts.keypad.add}
        </button>
        <ChargeButton {...props} />
      </div>
      {lines.length > 0 && <p class="visually-hidden">{texts.sale.count(countAll(cart))}</p>}
    </section>
  )
}

/** Shows what the amount consists of, such as "12.50 + 4.75". */
function describeSum({ sale }: Pick<Props, 'sale'>): string {
  const { lines, typedCents } = sale.cart
  const parts = [
    ...lines.map((line) => (line.kind === 'item' ? (line.cents ?? 0) * line.qty : line.cents)),
    ...(typedCents > 0 ? [typedCents] : []),
  ]
  if (parts.length < 2) return ' '
  const shown = parts.length > 4 ? parts.slice(-4) : parts
  const text = shown.map((cents) => (cents / 100).toFixed(2)).join(' + ')
  return shown.length < parts.length ? `… + ${text}` : text
}

function describeExtras(
  { bill, lastBill, problem }: Quoted,
  { sale, connection }: Pick<Props, 'sale' | 'connection'>,
): string {
  if (problem) return problem
  const { lines, typedCents } = sale.cart
  if (lines.length === 0 && typedCents === 0) return ' '
  if (connection !== 'online') return texts.keypad.plusTax
  const shown = bill ?? lastBill
  if (!shown) return texts.keypad.calculating
  const { taxCents, feeCents, currency } = shown
  return texts.keypad.taxAndFee(formatCents(taxCents, currency), formatCents(feeCents, currency))
}
