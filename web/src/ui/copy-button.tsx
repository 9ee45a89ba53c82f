import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.js'

const shownMs = 2_000

/** Copies a text, and says so: to the eye on the button, to a screen reader beside it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <button type="button" class="quiet-button needs-script" onClick={copy}>
        <Icon name={state === 'copied' ? 'copied' : 'copy'} />
        {state === 'copied' ? 'Copied' : 'Copy'}
        <span class="unseen"> {what}</span>
      </button>
      <span role="status" class={state === 'failed' ? 'note' : 'unseen'}>
        {state === 'copied' && `Copied ${what}.`}
        {state === 'failed' && `This browser does not let pages copy. Select the ${what} instead.`}
      </span>
    </>
  )
}
