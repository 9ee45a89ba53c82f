import { normalizeProps, useMachine } from '@zag-js/preact'
import * as toast from '@zag-js/toast'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { useConsoleTexts } from '../texts.js'
import { Icon } from './icon.js'
import { connectToasts, type Toast } from './toast.js'

const durationMs = 8_000
/** The style sheet says where the content of the screen begins. */
const offsets = { top: '1rem', right: '1rem', bottom: '1rem', left: 'var(--toast-start)' }
const types = { good: 'success', bad: 'error', wait: 'info' } as const

/** The toasts at the lower edge of every screen. Hovering or focusing one stops its time. */
export function ToastList() {
  const texts = useConsoleTexts().parts.toast
  const store = useMemo(
    () => toast.createStore({ placement: 'bottom-start', max: 4, gap: 8, offsets }),
    [],
  )
  const service = useMachine(toast.group.machine, { id: useId(), store })
  const group = toast.group.connect(service, normalizeProps)
  useEffect(() => {
    // The machine takes what its store has once it is drawn, so an earlier toast would be lost.
    const timer = setTimeout(() => {
      connectToasts(({ kind, text, action }) => {
        const meta = { kind, action }
        store.create({ title: text, type: types[kind], duration: durationMs, meta })
      })
    })
    return () => {
      clearTimeout(timer)
      connectToasts(null)
    }
  }, [store])
  const list = useRef<HTMLDivElement>(null)
  useTopDialog(list)
  return (
    <div>
      <div ref={list} {...{ ...group.getGroupProps(), 'aria-label': texts.label }} class="toasts">
        {group.getToasts().map((options, index) => (
          <ToastItem key={options.id} options={options} index={index} parent={service} />
        ))}
      </div>
    </div>
  )
}

/**
 * Moves an element into the modal dialog on top while there is one. Everything outside of it is
 * covered, and neither clicked nor read out.
 */
function useTopDialog(ref: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = ref.current
    const home = element?.parentElement
    if (!element || !home) return undefined
    const place = () => {
      const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? home
      if (element.parentElement === parent) return
      parent.append(element)
      // A dialog that is removed takes the element along, unless it is moved back at once.
      const childList = parent !== home
      observer.observe(document, { subtree: true, attributeFilter: ['open'], childList })
    }
    const observer = new MutationObserver(place)
    observer.observe(document, { subtree: true, attributeFilter: ['open'] })
    place()
    return () => {
      observer.disconnect()
      home.append(element)
    }
  }, [])
}

type ItemProps = {
  options: Omit<toast.Props, 'index' | 'parent'>
  index: number
  parent: toast.GroupService
}

function ToastItem({ options, index, parent }: ItemProps) {
  const texts = useConsoleTexts().parts.toast
  const service = useMachine(toast.machine, { ...(options as object), parent, index })
  const api = toast.connect(service, normalizeProps)
  const kind = options.meta?.['kind'] as Toast['kind']
  const action = options.meta?.['action'] as Toast['action']
  return (
    <div {...api.getRootProps()} class={`toast ${kind}`}>
      <Icon name={kind === 'wait' ? 'clock' : kind} />
      <span {...api.getTitleProps()}>{api.title}</span>
      {action && (
        <button
          type="button"
          class="link-button"
          onClick={() => {
            action.onClick()
            api.dismiss()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        class="icon-button small"
        aria-label={texts.close}
        onClick={api.dismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
