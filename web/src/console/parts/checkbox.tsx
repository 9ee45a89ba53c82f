import type { ComponentChildren } from 'preact'

type CheckboxProps = {
  label: ComponentChildren
  isChecked: boolean
  /** `switch` takes effect at once; `checkbox` with the form around it. */
  kind?: 'checkbox' | 'switch'
  isDisabled?: boolean
  name?: string
  onChange(isChecked: boolean): void
}

/** Switches something on or off. */
export function Checkbox(props: CheckboxProps) {
  const { label, isChecked, kind = 'checkbox', isDisabled = false, name, onChange } = props
  return (
    <label class="check">
      <input
        type="checkbox"
        role={kind === 'switch' ? 'switch' : undefined}
        name={name}
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
