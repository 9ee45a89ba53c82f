import { useId } from 'preact/hooks'

type SegmentsProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

/** Chooses one of few. The arrow keys move between them, as between radio buttons. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange } = props
  const name = useId()
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
