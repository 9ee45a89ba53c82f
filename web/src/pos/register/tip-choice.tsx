import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { format } from '../format.js'
import { AmountDialog } from '../parts/amount-dialog.js'
import type { Extra } from '../sale/cart.js'
import type { Register } from '../session/use-session.js'
import { formatCents } from './format-cents.js'
import type { Quoted } from './use-quote.js'
import type { Sale } from './use-sale.js'

type Props = { sale: Sale; register: Register; quoted: Quoted }

/** Lets the cashier choose a tip. The buyer may choose one on the customer display instead. */
export function TipChoice({ sale, register }: Props) {
  const [isTyping, setTyping] = useState(false)
  const { tip, currency } = sale.cart
  const presets = register.tipPresets
  if (presets.length === 0 && tip === null) return null
  const choose = (chosen: Extra | null) => sale.change((cart) => ({ ...cart, tip: chosen }))
  const isOther = tip !== null && 'cents' in tip
  return (
    <fieldset>
      <legend class="soft">{texts.sale.tip}</legend>
      <div class="tips">
        <Choice isChosen={tip === null} onChoose={() => choose(null)}>
          {texts.sale.noTip}
        </Choice>
        {presets.map((percent) => (
          <Choice
            key={percent}
            isChosen={tip !== null && 'percent' in tip && tip.percent === percent}
            onChoose={() => choose({ percent })}
          >
            {format.percent(percent / 100)}
          </Choice>
        ))}
        <Choice isChosen={isOther} onChoose={() => setTyping(true)}>
          {isOther ? formatCents(tip.cents, currency) : texts.sale.otherTip}
        </Choice>
      </div>
      {isTyping && (
        <AmountDialog
          title={texts.sale.tip}
          format={(cents) => formatCents(cents, currency)}
          submit={texts.sale.apply}
          onClose={() => setTyping(false)}
          onSubmit={(cents) => {
            choose({ cents })
            setTyping(false)
          }}
        />
      )}
    </fieldset>
  )
}

type ChoiceProps = { isChosen: boolean; onChoose(): void; children: string }

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name="tip" checked={isChosen} onClick={onChoose} />
      <span>{children}</span>
    </label>
  )
}
