import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import { PosIcon } from '../icons.js'

type Props = { title: string; onClose(): void; children: ComponentChildren }

/** Shows a part above the screen. Escape and the cross close it. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // Otherwise the cross would have the focus, and Enter would close what the digits have typed.
    dialog.current?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog"
      tabIndex={-1}
      aria-labelledby="dialog-title"
      onClose={onClose}
    >
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="plain-button" aria-label={texts.close} onClick={onClose}>
          <PosIcon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  )
}
