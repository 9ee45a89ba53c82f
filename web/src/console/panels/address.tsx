import { panelTexts as texts } from '../../core/texts/en-console-panels.js'
import { CopyButton } from '../parts/copy-button.js'

/** Shows the first and last digits of an address or hash. Copying it copies the whole value. */
export function Address({ value }: { value: string }) {
  return (
    <span class="address">
      <code title={value}>{shorten(value)}</code>
      <CopyButton text={value} label={texts.copyNamed(shorten(value))} />
    </span>
  )
}

/** Returns the first six and last four digits of an address. Other ids are not shortened. */
export function shorten(value: string): string {
  return /^0x[0-9a-fA-F]{40,}$/.test(value) ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
}
