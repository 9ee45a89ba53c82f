import { useState } from 'preact/hooks'
import { isHash } from '../../core/wallet/hex.js'
import { useTexts } from '../../ui/language.js'
import type { PortalApi } from '../live/portal-api.js'

type Props = { api: PortalApi; onSent: (txHash: string) => void }

/** Lets a buyer who paid elsewhere announce the transaction. */
export function HashForm({ api, onSent }: Props) {
  const { manual: texts, failures } = useTexts()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: Event) => {
    event.preventDefault()
    const hash = text.trim().toLowerCase()
    if (!isHash(hash)) return setProblem(texts.hashInvalid)
    const response = await api.announce(hash)
    setProblem(response.ok ? null : (response.message ?? failures.unreachable))
    if (response.ok) onSent(hash)
  }
  return (
    <details class="more hash-form needs-script">
      <summary>{texts.alreadyPaid}</summary>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <label for="hash">{texts.hash}</label>
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
          {problem ?? texts.hashHelp}
        </p>
        <button type="submit" class="quiet-button">
          {texts.find}
        </button>
      </form>
    </details>
  )
}
