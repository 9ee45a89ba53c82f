import { useState } from 'preact/hooks'
import { isHash } from '../../wallet/is-hash.js'
import type { PortalApi } from '../live/portal-api.js'

const help = 'It shows us where to look. Payments are found without it, too.'
const wrong =
  'A transaction hash is 0x and 64 letters or digits. Your wallet shows it with the payment.'

type Props = { api: PortalApi; onSent: (txHash: string) => void }

/** For whoever paid elsewhere and wants it found sooner. It is found anyway. */
export function HashForm({ api, onSent }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const hash = text.trim().toLowerCase()
    if (!isHash(hash)) return setProblem(wrong)
    const answer = await api.announce(hash)
    setProblem(answer.ok ? null : answer.message)
    if (answer.ok) onSent(hash)
  }
  return (
    <details class="hash-form needs-script">
      <summary>I have paid already</summary>
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
          Look for it
        </button>
      </form>
    </details>
  )
}
