import { useState } from 'preact/hooks'

/** For whoever paid elsewhere and wants it found sooner. It is found anyway. */
export function HashForm({ onAnnounce }: { onAnnounce: (txHash: string) => void }) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: Event) => {
    event.preventDefault()
    const hash = text.trim()
    const isHash = /^0x[0-9a-f]{64}$/i.test(hash)
    setWrong(!isHash)
    if (isHash) onAnnounce(hash)
  }
  return (
    <details class="hash-form needs-script">
      <summary>I have paid already</summary>
      <form onSubmit={submit} noValidate>
        <label for="hash">Transaction hash</label>
        <input
          id="hash"
          value={text}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={isWrong}
          aria-describedby="hash-help"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p id="hash-help" class="note" role={isWrong ? 'alert' : undefined}>
          {isWrong
            ? 'A transaction hash is 0x and 64 letters or digits. Your wallet shows it with the payment.'
            : 'It shows us where to look. Payments are found without it, too.'}
        </p>
        <button type="submit" class="quiet-button">
          Look for it
        </button>
      </form>
    </details>
  )
}
