import { useState } from 'preact/hooks'
import { useConsoleTexts } from '../texts.js'
import { Icon } from './icon.js'
import { showToast } from './toast.js'

/** Copies a text, and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const texts = useConsoleTexts().parts.copy
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    } catch {
      showToast({ kind: 'bad', text: texts.failed })
    }
  }
  return (
    <>
      <button
        type="button"
        class="icon-button small"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span role="status" class="visually-hidden">
        {isCopied && texts.copied}
      </span>
    </>
  )
}
