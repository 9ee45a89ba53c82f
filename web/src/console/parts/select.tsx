import { FieldFrame } from './field.js'

type SelectProps<Value extends string> = {
  label: string
  hint?: string | undefined
  problem?: string | null
  name?: string
  options: readonly { value: Value; label: string }[]
  value: Value
  isDisabled?: boolean
  onChange(value: Value): void
}

/** Chooses one of several, with the list of the device. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, problem, name, options, value, isDisabled = false, onChange } = props
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
