import { useRef } from 'preact/hooks'
import { useConsoleTexts } from '../texts.js'
import { Icon } from './icon.js'
import { Menu } from './menu.js'
import type { MenuItem } from './menu-item.js'

export type Chip = {
  id: string
  name: string
  value: string
  onRemove(): void
  /** Opens the control that changes the value. */
  onEdit?(): void
}

type ChipsProps = {
  chips: readonly Chip[]
  /** The filters that can be added. */
  additions: readonly MenuItem[]
  onClear(): void
}

/** Shows the active filters, each with a button that removes it, and a menu that adds others. */
export function Chips({ chips, additions, onClear }: ChipsProps) {
  const texts = useConsoleTexts().parts.chips
  const group = useRef<HTMLUListElement>(null)
  const remove = (chip: Chip, index: number) => {
    chip.onRemove()
    // The focus moves to the next chip, or to the button that adds one.
    requestAnimationFrame(() => {
      const buttons = group.current?.querySelectorAll<HTMLElement>('.chip-remove, .chip-add')
      buttons?.[Math.min(index, buttons.length - 1)]?.focus()
    })
  }
  return (
    <ul class="chips" ref={group} aria-label={texts.label}>
      {chips.map((chip, index) => (
        <li key={chip.id} class="chip">
          {chip.onEdit ? (
            <button type="button" class="chip-text" onClick={chip.onEdit}>
              {chip.name} <b>{chip.value}</b>
            </button>
          ) : (
            <span class="chip-text">
              {chip.name} <b>{chip.value}</b>
            </span>
          )}
          <button
            type="button"
            class="chip-remove"
            aria-label={texts.remove(chip.name, chip.value)}
            onClick={() => remove(chip, index)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      {additions.length > 0 && (
        <li>
          <Menu
            label={texts.add}
            triggerClass="chip-add"
            trigger={
              <>
                <Icon name="plus" />
                {texts.filter}
              </>
            }
            items={additions}
          />
        </li>
      )}
      {chips.length > 0 && (
        <li>
          <button type="button" class="button quiet chip-clear" onClick={onClear}>
            {texts.clear}
          </button>
        </li>
      )}
    </ul>
  )
}
