import * as menu from '@zag-js/menu'
import { normalizeProps, useMachine } from '@zag-js/preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.js'
import type { MenuProps } from './menu-item.js'

/** The menu of a button that was used once. */
export function OpenableMenu({
  label,
  trigger,
  triggerClass = 'button',
  items,
  isOpenAtFirst,
}: MenuProps & { isOpenAtFirst: boolean }) {
  const service = useMachine(menu.machine, {
    id: useId(),
    'aria-label': label,
    defaultOpen: isOpenAtFirst,
    // In its place, because a modal dialog covers whatever stands outside of it.
    positioning: { placement: 'bottom-start', strategy: 'fixed' },
    onSelect: ({ value }) => items.find(({ id }) => id === value)?.onSelect(),
  })
  const api = menu.connect(service, normalizeProps)
  return (
    <>
      <button
        {...api.getTriggerProps()}
        class={triggerClass}
        aria-label={undefined}
        aria-labelledby={undefined}
        title={label}
      >
        {trigger}
      </button>
      {api.open && (
        <div {...api.getPositionerProps()} class="menu-place">
          <ul {...api.getContentProps()} class="menu">
            {items.map(({ id, label: name, detail, icon, isChecked, isDanger }) => (
              <li key={id} {...api.getItemProps({ value: id })} class={isDanger ? 'danger' : ''}>
                {icon && <Icon name={icon} />}
                <span>{name}</span>
                {detail && <span class="soft">{detail}</span>}
                {isChecked && <Icon name="check" />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
