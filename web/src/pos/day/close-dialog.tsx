import { useState } from 'preact/hooks'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { Dialog } from '../parts/dialog.js'
import { Keypad } from '../parts/keypad.js'
import { useKeys } from '../parts/use-keys.js'
import { formatCents } from '../register/format-cents.js'
import type { Currency } from '../sale/cart.js'
import { type KeypadKey, pressKey } from '../sale/keypad.js'
import { toCents } from '../sale/quote.js'
import { usePostOnce } from '../session/use-post-once.js'
import type { Register, Session } from '../session/use-session.js'
import { wordOf } from './day-report.js'
import type { DayClose, OpenDay } from './read-day.js'

const texts = reportTexts.day

type Field = 'float' | 'counted'
type Count = { float: number; counted: number | null }

type Props = {
  session: Session
  register: Register
  day: OpenDay
  onClosed(close: DayClose): Promise<void>
  onClose(): void
}

/** Counts the cash and closes the day. The opening float is kept for the next day. */
export function CloseDialog({ session, register, day, onClosed, onClose }: Props) {
  const { stored, api } = session
  const currencies: Currency[] =
    day.cash.length > 0 ? day.cash.map(({ currency }) => currency) : ['USD']
  const [currency, setCurrency] = useState<Currency>(currencies[0] ?? 'USD')
  const [field, setField] = useState<Field>('counted')
  const [counts, setCounts] = useState<Partial<Record<Currency, Count>>>(() => {
    const floats = stored.read(register.id, 'floats') ?? {}
    const readFloat = (name: Currency) => {
      const float = floats[name]
      return Number.isSafeInteger(float) ? Number(float) : 0
    }
    return Object.fromEntries(
      currencies.map((name) => [name, { float: readFloat(name), counted: null }]),
    )
  })
  const [problem, setProblem] = useState<string | null>(null)
  const closing = usePostOnce<{ close: DayClose }>(api, '/api/day-closes')
  const isFixed = closing.isBusy || closing.isUnanswered

  const { float, counted } = counts[currency] ?? { float: 0, counted: null }
  const inDrawer = day.cash.find((cash) => cash.currency === currency)
  const sold = toCents(inDrawer?.sales ?? 0)
  const refunded = toCents(inDrawer?.refunds ?? 0)
  const expected = float + sold - refunded
  const money = (cents: number) => formatCents(cents, currency)

  const press = (key: KeypadKey) => {
    if (isFixed) return
    setProblem(null)
    const next = pressKey((field === 'float' ? float : counted) ?? 0, key)
    // Zero is a valid count. An empty field means that the cash was not counted.
    const value =
      field === 'counted' && (key === 'clear' || (key === 'back' && next === 0)) ? null : next
    setCounts((before) => ({ ...before, [currency]: { float, counted, [field]: value } }))
  }
  const submit = async () => {
    if (closing.isBusy) return
    const closed = await closing.post({
      cash: currencies.map((name) => {
        const count = counts[name]
        return {
          currency: name,
          openingFloat: (count?.float ?? 0) / 100,
          ...(count?.counted != null && { counted: count.counted / 100 }),
        }
      }),
    })
    if (closed === null) return
    if (!closed.ok) {
      return setProblem((closed.status > 0 && closed.message) || texts.confirm.unanswered)
    }
    const floats = currencies.map((name) => [name, counts[name]?.float ?? 0])
    stored.write(register.id, 'floats', Object.fromEntries(floats))
    await onClosed(closed.body.close)
  }
  useKeys({ onKey: press, onEnter: () => void submit() })

  return (
    <Dialog title={texts.confirm.title(day.number)} onClose={onClose}>
      <p class="soft">{texts.confirm.text}</p>
      {currencies.length > 1 && (
        <Choices
          name="currency"
          legend={texts.confirm.currency}
          values={currencies}
          chosen={currency}
          label={(value) => value}
          onChoose={(value) => setCurrency(value)}
        />
      )}
      <Choices
        name="field"
        legend={texts.confirm.field}
        values={['float', 'counted'] as const}
        chosen={field}
        label={(value) => (value === 'float' ? texts.float : texts.counted)}
        onChoose={(value) => setField(value)}
      />
      <dl class="lines" aria-live="polite">
        <div class={field === 'float' ? 'typing' : ''}>
          <dt>{texts.float}</dt>
          <dd class="money">{money(float)}</dd>
        </div>
        <div class="soft">
          <dt>{texts.cashSales}</dt>
          <dd class="money">{money(sold)}</dd>
        </div>
        {refunded > 0 && (
          <div class="soft">
            <dt>{texts.cashRefunds}</dt>
            <dd class="money">{money(-refunded)}</dd>
          </div>
        )}
        <div>
          <dt>{texts.expected}</dt>
          <dd class="money">{money(expected)}</dd>
        </div>
        <div class={field === 'counted' ? 'typing' : ''}>
          <dt>{texts.counted}</dt>
          <dd class="money">{counted === null ? texts.notCounted : money(counted)}</dd>
        </div>
        {counted !== null && (
          <div class="total">
            <dt>
              {texts.difference} ({wordOf(counted - expected)})
            </dt>
            <dd class="money">{money(counted - expected)}</dd>
          </div>
        )}
      </dl>
      <Keypad onKey={press} isDisabled={isFixed} />
      <p role="alert" class={problem ? 'problem-text' : 'visually-hidden'}>
        {problem}
      </p>
      <button
        type="button"
        class="main-button"
        disabled={closing.isBusy}
        onClick={() => void submit()}
      >
        {closing.isBusy ? texts.confirm.busy : texts.confirm.submit}
      </button>
    </Dialog>
  )
}

type ChoicesProps<Value extends string> = {
  name: string
  legend: string
  values: readonly Value[]
  chosen: Value
  label(value: Value): string
  onChoose(value: Value): void
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, legend, values, chosen, label, onChoose } = props
  return (
    <fieldset class="tips">
      <legend class="visually-hidden">{legend}</legend>
      {values.map((value) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>{label(value)}</span>
        </label>
      ))}
    </fieldset>
  )
}
