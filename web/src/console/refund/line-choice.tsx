import { Icon } from '../parts/icon.js'
import { useConsoleTexts } from '../texts.js'
import type { RefundableLine } from './draft.js'

type LineChoiceProps = {
  lines: readonly RefundableLine[]
  quantities: Readonly<Record<string, number>>
  money(amount: number): string
  onChange(quantities: Record<string, number>): void
}

/** Chooses lines of the sale, and how many of each. */
export function LineChoice({ lines, quantities, money, onChange }: LineChoiceProps) {
  const texts = useConsoleTexts().refund
  const change = (line: RefundableLine, qty: number) =>
    onChange({ ...quantities, [line.lineId]: Math.min(line.left, Math.max(0, qty)) })
  if (lines.length === 0) return <p class="soft">{texts.noLines}</p>
  return (
    <ul class="refund-lines">
      {lines.map((line) => {
        const qty = quantities[line.lineId] ?? 0
        const { label, left, sold } = line
        return (
          <li key={line.lineId} class={left === 0 ? 'gone' : ''}>
            <label class="refund-line">
              <input
                type="checkbox"
                checked={qty > 0}
                disabled={left === 0}
                aria-label={texts.line.choose(label)}
                onChange={() => change(line, qty > 0 ? 0 : Math.min(1, left))}
              />
              <span>
                <b>{label}</b>
                <span class="soft">
                  {sold === 1
                    ? money(line.priceUsd)
                    : texts.line.each(money(line.priceUsd), `${sold}`)}
                  {left === 0 && ` · ${texts.line.none}`}
                  {left > 0 && left < sold && ` · ${texts.line.left(`${left}`)}`}
                </span>
              </span>
            </label>
            {sold > 1 && left > 0 && (
              <Stepper
                label={label}
                value={qty}
                max={left}
                onChange={(next) => change(line, next)}
              />
            )}
            <span class="numeric">
              {qty > 0 ? <b>{money(line.priceUsd * qty)}</b> : texts.line.nothing}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

type StepperProps = { label: string; value: number; max: number; onChange(value: number): void }

function Stepper({ label, value, max, onChange }: StepperProps) {
  const texts = useConsoleTexts().refund.line
  return (
    <fieldset class="stepper" aria-label={texts.quantity(label)}>
      <button
        type="button"
        aria-label={texts.fewer(label)}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <output>{value}</output>
      <button
        type="button"
        aria-label={texts.more(label)}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  )
}
