import { normalizeProps, useMachine } from '@zag-js/preact'
import * as toast from '@zag-js/toast'
import { useEffect, useId, useMemo } from 'preact/hooks'
import { useConsoleTexts } from '../texts.js'
import { Icon } from './icon.js'
import { connectToasts, type Toast } from './toast.js'

const durationMs = 8_000
const types = { good: 'success', bad: 'error', wait: 'info' } as const

/** The toasts at the lower edge of every screen. Hovering or focusing one stops its time. */
export function ToastList() {
  const texts = useConsoleTexts().parts.toast
  const store = useMemo(
    () => toast.createStore({ placement: 'bottom-end', max: 4, gap: 8, offsets: '1rem' }),
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
  return (
    <div {...{ ...group.getGroupProps(), 'aria-label': texts.label }} class="toasts">
      {group.getToasts().map((options, index) => (
        <ToastItem key={options.id} options={options} index={index} parent={service} />
      ))}
    </div>
  )
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
