import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.js'

const confirmationMs = 2_000

/** Copies a text and confirms it, on the button and to screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), confirmationMs)
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
        <span class="visually-hidden"> {what}</span>
      </button>
      <span role="status" class={state === 'failed' ? 'note' : 'visually-hidden'}>
        {state === 'copied' && `Copied ${what}.`}
        {state === 'failed' && `Copying is blocked in this browser. Select the ${what} instead.`}
      </span>
    </>
  )
}
