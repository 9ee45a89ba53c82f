import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { unlockSound } from '../charge/attention.js'
import { Keypad } from '../parts/keypad.js'
import { useKeys } from '../parts/use-keys.js'
import type { KeypadKey } from '../sale/keypad.js'
import type { Session } from '../session/use-session.js'

const minDigits = 4
const maxDigits = 8

type Props = {
  session: Session
  name: string
  cashiers: readonly { id: string; name: string }[]
}

/** Asks for the cashier and the PIN. */
export function UnlockScreen({ session, name, cashiers }: Props) {
  const [cashierId, setCashierId] = useState(cashiers[0]?.id ?? '')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const press = (key: KeypadKey) => {
    if (isBusy) return
    // A browser plays sounds only after a touch, so this one prepares that of a payment.
    unlockSound()
    setProblem(null)
    setPin((typed) => changePin(typed, key))
  }
  const submit = async () => {
    if (pin.length < minDigits || isBusy) return
    setBusy(true)
    const refused = await session.unlock(cashierId, pin)
    setBusy(false)
    setPin('')
    setProblem(refused)
  }
  useKeys({ onKey: press, onEnter: () => void submit() })

  return (
    <main class="stage unlock">
      <img src="/assets/logo.svg" alt="" width="40" height="40" />
      <h1>{name}</h1>
      {cashiers.length === 0 ? (
        <p class="soft">{texts.unlock.noCashiers}</p>
      ) : (
        <>
          <fieldset class="who">
            <legend class="visually-hidden">{texts.unlock.choose}</legend>
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
            onClick={submit}
          >
            {texts.unlock.submit}
          </button>
          <p class="note">{texts.unlock.forgot}</p>
        </>
      )}
    </main>
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
