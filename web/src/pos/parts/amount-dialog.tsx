import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { type KeypadKey, pressKey } from '../sale/keypad.js'
import { Dialog } from './dialog.js'
import { Keypad } from './keypad.js'
import { useKeys } from './use-keys.js'

type Props = {
  title: string
  format(cents: number): string
  submit: string
  onSubmit(cents: number): void
  onClose(): void
}

/** Asks for an amount. */
export function AmountDialog({ title, format, submit, onSubmit, onClose }: Props) {
  const [cents, setCents] = useState(0)
  const press = (key: KeypadKey) => setCents((typed) => pressKey(typed, key))
  const finish = () => cents > 0 && onSubmit(cents)
  useKeys({ onKey: press, onEnter: finish })
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="huge read" aria-live="polite">
        {format(cents)}
      </p>
      <Keypad onKey={press} />
      <button type="button" class="main-button" disabled={cents === 0} onClick={finish}>
        {submit || texts.sale.apply}
      </button>
    </Dialog>
  )
}
