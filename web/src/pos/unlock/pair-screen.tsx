import { useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import type { Session } from '../session/use-session.js'

/** Pairs this device with the code of the console. A scanned link brings the code along. */
export function PairScreen({ session, isDisplay }: { session: Session; isDisplay: boolean }) {
  const [code, setCode] = useState(readCode)
  const [name, setName] = useState(isDisplay ? texts.pair.displayName : texts.pair.defaultName)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!code.trim() || !name.trim()) return setProblem(texts.pair.missing)
    setBusy(true)
    const refused = await session.pair(code.trim(), name.trim())
    setBusy(false)
    setProblem(refused)
    // The code was used, and does not belong in the history.
    if (refused === null) history.replaceState(null, '', location.pathname)
  }
  return (
    <main class="stage">
      <form class="panel" aria-labelledby="pair" onSubmit={submit} noValidate>
        <img src="/assets/logo.svg" alt="" width="48" height="48" />
        <h1 id="pair">{texts.pair.title}</h1>
        <p class="soft">{texts.pair.text}</p>
        <label>
          <span>{texts.pair.code}</span>
          <input
            name="code"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            value={code}
            aria-invalid={problem !== null}
            aria-describedby="pair-problem"
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
        <label>
          <span>{texts.pair.name}</span>
          <input
            name="name"
            autocomplete="off"
            maxLength={60}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <small>{texts.pair.nameHint}</small>
        </label>
        <p id="pair-problem" role="alert" class={problem ? 'problem-text' : 'visually-hidden'}>
          {problem}
        </p>
        <button type="submit" class="main-button" disabled={isBusy}>
          {texts.pair.submit}
        </button>
      </form>
    </main>
  )
}

function readCode(): string {
  return new URLSearchParams(location.hash.slice(1)).get('pair') ?? ''
}
