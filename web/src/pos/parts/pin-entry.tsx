import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import type { KeypadKey } from '../sale/keypad.js'
import { Keypad } from './keypad.js'
import { useKeys } from './use-keys.js'

const minDigits = 4
const maxDigits = 8

type Props = {
  cashiers: readonly { id: string; name: string }[]
  /** The question above the cashiers. */
  legend: string
  submit: string
  onPress?(): void
  /** Returns a problem, or null. */
  onSubmit(cashierId: string, pin: string): Promise<string | null>
}

/** Asks for a cashier and their PIN. */
export function PinEntry({ cashiers, legend, submit, onPress, onSubmit }: Props) {
  const [cashierId, setCashierId] = useState(cashiers[0]?.id ?? '')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const press = (key: KeypadKey) => {
    if (isBusy) return
    onPress?.()
    setProblem(null)
    setPin((typed) => changePin(typed, key))
  }
  const send = async () => {
    if (pin.length < minDigits || isBusy) return
    setBusy(true)
    const refused = await onSubmit(cashierId, pin)
    setBusy(false)
    setPin('')
    setProblem(refused)
  }
  useKeys({ onKey: press, onEnter: () => void send() })

  return (
    <div class="pin">
      <fieldset class="who">
        <legend class="visually-hidden">{legend}</legend>
        {cashiers.map((cashier) => (
          <label key={cashier.id} class="choice">
            <input
              type="radio"
              name="cashier"
              checked={cashier.id === cashierId}
              onChange={() => {
                setCashierId(cashier.id)
                setPin('')
              }}
            />
            <span class="face" aria-hidden="true">
              {initialsOf(cashier.name)}
            </span>
            <span>{cashier.name}</span>
          </label>
        ))}
      </fieldset>
      <p class="soft">{isBusy ? texts.unlock.checking : texts.unlock.enter}</p>
      <p class="dots">
        {Array.from({ length: Math.max(minDigits, pin.length) }, (_, index) => (
          <i key={index} class={index < pin.length ? 'on' : ''} />
        ))}
        <span class="visually-hidden" aria-live="polite">
          {texts.unlock.pin(pin.length)}
        </span>
      </p>
      <p role="alert" class={problem ? 'problem-text' : 'visually-hidden'}>
        {problem}
      </p>
      <Keypad onKey={press} isPin isDisabled={isBusy} />
      <button
        type="button"
        class="main-button"
        disabled={pin.length < minDigits || isBusy}
        onClick={send}
      >
        {submit}
      </button>
    </div>
  )
}

function changePin(pin: string, key: KeypadKey): string {
  if (key === 'clear') return ''
  if (key === 'back') return pin.slice(0, -1)
  return key === '00' || pin.length >= maxDigits ? pin : pin + key
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}
