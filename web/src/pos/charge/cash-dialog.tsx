import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { Dialog } from '../parts/dialog.js'
import { Keypad } from '../parts/keypad.js'
import { useKeys } from '../parts/use-keys.js'
import { formatCents } from '../register/format-cents.js'
import type { Cash } from '../register/use-sale.js'
import type { Currency } from '../sale/cart.js'
import { type KeypadKey, pressKey } from '../sale/keypad.js'

type Props = {
  dueCents: number
  currency: Currency
  onRecord(cash: Cash): void
  onClose(): void
}

/** Takes cash: the amount given, and the change. */
export function CashDialog({ dueCents, currency, onRecord, onClose }: Props) {
  const [given, setGiven] = useState(0)
  const press = (key: KeypadKey) => setGiven((typed) => pressKey(typed, key))
  // An empty field means the exact amount.
  const paid = given === 0 ? dueCents : given
  const isEnough = paid >= dueCents
  const changeCents = Math.max(0, paid - dueCents)
  const finish = () => isEnough && onRecord({ givenCents: paid, changeCents })
  useKeys({ onKey: press, onEnter: finish })
  const money = (cents: number) => formatCents(cents, currency)
  return (
    <Dialog title={texts.cash.title} onClose={onClose}>
      <p class="soft">{texts.cash.due(money(dueCents))}</p>
      <dl class="lines big">
        <div>
          <dt>{texts.cash.given}</dt>
          <dd class="money">{given === 0 ? texts.cash.exact : money(given)}</dd>
        </div>
        <div class="total">
          <dt>{texts.cash.change}</dt>
          <dd class="money">{money(changeCents)}</dd>
        </div>
      </dl>
      <p role="status" class={isEnough ? 'visually-hidden' : 'problem-text'}>
        {!isEnough && texts.cash.missing(money(dueCents - paid))}
      </p>
      <Keypad onKey={press} />
      <button type="button" class="main-button" disabled={!isEnough} onClick={finish}>
        {texts.cash.record}
      </button>
    </Dialog>
  )
}
