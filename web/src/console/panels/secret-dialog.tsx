import type { ComponentChildren } from 'preact'
import { panelTexts as texts } from '../../core/texts/en-console-panels.js'
import { CopyButton } from '../parts/copy-button.js'
import { Dialog } from '../parts/dialog.js'

type SecretDialogProps = {
  title: string
  /** The kind of secret, such as "API key". */
  name: string
  secret: string
  children?: ComponentChildren
  onClose(): void
}

/** Shows a secret once. */
export function SecretDialog({ title, name, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <button type="button" class="button main" onClick={onClose}>
          {texts.done}
        </button>
      }
    >
      <p>{texts.shownOnce}</p>
      <p class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} label={texts.copyNamed(name)} />
      </p>
      {children}
    </Dialog>
  )
}

/** Shows code or JSON, with a button that copies it. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div class="code-block">
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls. */}
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} label={texts.copyNamed(label)} />
    </div>
  )
}

/** Returns JSON with line breaks, or the text if it is something else. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
