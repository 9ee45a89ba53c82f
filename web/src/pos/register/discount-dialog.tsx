import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { format } from '../format.js'
import { Dialog } from '../parts/dialog.js'
import { Keypad } from '../parts/keypad.js'
import { useKeys } from '../parts/use-keys.js'
import type { Currency, Extra } from '../sale/cart.js'
import { type KeypadKey, pressKey } from '../sale/keypad.js'
import { formatCents } from './format-cents.js'

type Props = { currency: Currency; onSubmit(discount: Extra | null): void; onClose(): void }

/** Whole percents, with two decimals, as amounts have. */
const maxPercentPoints = 10_000

/** Asks for a discount in percent or as an amount. */
export function DiscountDialog({ currency, onSubmit, onClose }: Props) {
  const [isPercent, setPercent] = useState(true)
  const [typed, setTyped] = useState(0)
  const press = (key: KeypadKey) =>
    setTyped((before) => {
      const next = pressKey(before, key)
      return isPercent && next > maxPercentPoints ? before : next
    })
  const finish = () =>
    typed > 0 && onSubmit(isPercent ? { percent: typed / 100 } : { cents: typed })
  useKeys({ onKey: press, onEnter: finish })
  return (
    <Dialog title={texts.sale.discount} onClose={onClose}>
      <div class="tips">
        {[true, false].map((value) => (
          <label key={String(value)} class="choice">
            <input
              type="radio"
              name="discount"
              checked={value === isPercent}
              onChange={() => {
                setPercent(value)
                setTyped(0)
              }}
            />
            <span>{value ? texts.sale.discountPercent : texts.sale.discountAmount}</span>
          </label>
        ))}
      </div>
      <p class="huge read" aria-live="polite">
        {isPercent ? format.percent(typed / 10_000) : formatCents(typed, currency)}
      </p>
      <Keypad onKey={press} />
      <div class="act">
        <button type="button" class="quiet-button" onClick={() => onSubmit(null)}>
          {texts.sale.removeDiscount}
        </button>
        <button type="button" class="main-button" disabled={typed === 0} onClick={finish}>
          {texts.sale.apply}
        </button>
      </div>
    </Dialog>
  )
}
