import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.js'
import { useTexts } from './language.js'

const confirmationMs = 2_000

type Props = {
  text: string
  what: string
  /** Shows the icon alone, for a row that is tight. */
  isSmall?: boolean
}

/** Copies a text and confirms it, on the button and to screen readers. */
export function CopyButton({ text, what, isSmall = false }: Props) {
  const texts = useTexts().copy
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
      <button
        type="button"
        class={`${isSmall ? 'icon' : 'quiet'}-button needs-script`}
        onClick={copy}
      >
        <Icon name={state === 'copied' ? 'copied' : 'copy'} />
        <span class={isSmall ? 'visually-hidden' : ''}>
          {state === 'copied' ? texts.copied : texts.copy}
        </span>
        <span class="visually-hidden"> {what}</span>
      </button>
      <span role="status" class={state === 'failed' ? 'note' : 'visually-hidden'}>
        {state === 'copied' && texts.copiedWhat(what)}
        {state === 'failed' && texts.blocked(what)}
      </span>
    </>
  )
}
