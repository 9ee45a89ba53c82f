import { useId } from 'preact/hooks'
import { FieldFrame } from '../parts/field.js'

type ZoneFieldProps = {
  label: string
  hint: string | undefined
  problem: string | null
  value: string
  disabled: boolean
  onChange(value: string): void
}

/** A time zone, suggested from those that the browser knows. */
export function ZoneField({ label, hint, problem, value, disabled, onChange }: ZoneFieldProps) {
  const listId = useId()
  return (
    <FieldFrame label={label} hint={hint} problem={problem}>
      {(control) => (
        <>
          <input
            {...control}
            list={listId}
            value={value}
            disabled={disabled}
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <datalist id={listId}>
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </FieldFrame>
  )
}
