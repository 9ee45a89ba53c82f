import { useState } from 'preact/hooks'
import { isHash } from '../../wallet/hex.js'
import type { PortalApi } from '../live/portal-api.js'

const help = 'Optional. We detect payments automatically, but a hash helps us find yours sooner.'
const invalid =
  'A transaction hash is 0x followed by 64 digits and letters from a to f. Your wallet shows it with the payment.'

type Props = { api: PortalApi; onSent: (txHash: string) => void }

/** Lets a buyer who paid elsewhere announce the transaction. */
export function HashForm({ api, onSent }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const hash = text.trim().toLowerCase()
    if (!isHash(hash)) return setProblem(invalid)
    const response = await api.announce(hash)
    setProblem(response.ok ? null : response.message)
    if (response.ok) onSent(hash)
  }
  return (
    <details class="hash-form needs-script">
      <summary>I've already paid</summary>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <label for="hash">Transaction hash</label>
        <input
          id="hash"
          value={text}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== null}
          aria-describedby="hash-help"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p id="hash-help" class="note" role={problem ? 'alert' : undefined}>
          {problem ?? help}
        </p>
        <button type="submit" class="quiet-button">
          Find payment
        </button>
      </form>
    </details>
  )
}
