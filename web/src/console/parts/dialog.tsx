import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useConsoleTexts } from '../texts.js'
import { Icon } from './icon.js'

type DialogProps = {
  title: string
  /** A drawer stands at the side. A dialog comes from below on a phone. */
  kind?: 'dialog' | 'drawer'
  /** Stands beside the title, such as a status. */
  status?: ComponentChildren
  /** Controls at the end of the head. */
  tools?: ComponentChildren
  footer?: ComponentChildren
  onClose(): void
  children: ComponentChildren
}

/**
 * Shows a modal dialog. The native element keeps the focus inside, gives it back at the end, and
 * closes on Escape.
 */
export function Dialog(props: DialogProps) {
  const { title, kind = 'dialog', status, tools, footer, onClose, children } = props
  const texts = useConsoleTexts()
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const onCloseNow = useRef(onClose)
  onCloseNow.current = onClose
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    if (!dialog.open) dialog.showModal()
    // A click on the backdrop hits the dialog itself. Escape does the same for the keyboard.
    const closeOutside = (event: Event) => event.target === dialog && onCloseNow.current()
    dialog.addEventListener('click', closeOutside)
    return () => {
      dialog.removeEventListener('click', closeOutside)
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A field for files sends the same event when nothing is chosen.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <div class="dialog-title">
            {kind === 'drawer' && (
              <button
                type="button"
                class="icon-button dialog-back"
                aria-label={texts.navigation.back}
                onClick={onClose}
              >
                <Icon name="left" />
              </button>
            )}
            <h2 id={titleId}>{title}</h2>
            {status}
          </div>
          <div class="dialog-tools">
            {tools}
            <button
              type="button"
              class="icon-button dialog-close"
              aria-label={texts.navigation.close}
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          </div>
        </header>
        <div class="dialog-content">{children}</div>
        {footer && <footer class="dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
