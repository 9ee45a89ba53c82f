import { useEffect } from 'preact/hooks'
import { Icon } from '../parts/icon.js'
import type { Toast } from '../parts/toast.js'
import { useConsoleTexts } from '../texts.js'

const shownMs = 8_000

/** Shows a message inside an open receipt. A problem stays until it is closed. */
export function MessageBar({ message, onClose }: { message: Toast | null; onClose(): void }) {
  const texts = useConsoleTexts().parts.toast
  useEffect(() => {
    if (!message || message.kind === 'bad') return undefined
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div class="message-place" role="status">
      {message && (
        <div class={`toast ${message.kind}`}>
          <Icon name={message.kind === 'wait' ? 'clock' : message.kind} />
          <span>{message.text}</span>
          {message.action && (
            <button type="button" class="link-button" onClick={message.action.onClick}>
              {message.action.label}
            </button>
          )}
          <button
            type="button"
            class="icon-button small"
            aria-label={texts.close}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}
