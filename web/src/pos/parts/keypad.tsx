import { posTexts as texts } from '../../core/texts/en-pos.js'
import { PosIcon } from '../icons.js'
import { type KeypadKey, keypadKeys } from '../sale/keypad.js'

type Props = { onKey(key: KeypadKey): void; isPin?: boolean; isDisabled?: boolean }

/** Shows the keys for amounts, or for a PIN. */
export function Keypad({ onKey, isPin = false, isDisabled = false }: Props) {
  return (
    <fieldset class="keys" aria-label={texts.keypad.label}>
      {keypadKeys.map((shown) => {
        const key: KeypadKey = isPin && shown === '00' ? 'clear' : shown
        return (
          <button
            key={key}
            type="button"
            class={isPin && (key === 'clear' || key === 'back') ? 'key bare' : 'key'}
            aria-label={key === 'back' ? texts.keypad.back : undefined}
            disabled={isDisabled}
            onClick={() => onKey(key)}
          >
            {key === 'back' && <PosIcon name="back" />}
            {key === 'clear' && texts.unlock.clear}
            {key !== 'back' && key !== 'clear' && key}
          </button>
        )
      })}
    </fieldset>
  )
}
