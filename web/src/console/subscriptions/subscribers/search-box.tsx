import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'

const delayMs = 300

type SearchBoxProps = { label: string; hint: string; value: string; onChange(text: string): void }

/** Searches a list while a person types. */
export function SearchBox({ label, hint, value, onChange }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const { current } = field
    if (current && document.activeElement !== current) current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <span class="search-box">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        maxLength={200}
        defaultValue={value}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        onInput={({ currentTarget }) => {
          const text = currentTarget.value.trim()
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(text), delayMs)
        }}
      />
    </span>
  )
}
