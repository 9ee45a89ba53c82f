import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.js'

const searchDelayMs = 300

type SearchFieldProps = {
  label: string
  hint: string
  value: string
  onChange(value: string): void
}

/** Searches the list while a person types. */
export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Another view was opened. Text that is being typed stays.
    const { current } = field
    if (current && document.activeElement !== current) current.value = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string) => {
    clearTimeout(timer.current)
    if (text !== value) onChange(text)
  }
  return (
    <form
      class="search-field"
      onSubmit={(event) => {
        event.preventDefault()
        search(field.current?.value.trim() ?? '')
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        name="q"
        maxLength={200}
        defaultValue={value}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        data-shortcut="search"
        onInput={(event) => {
          const text = event.currentTarget.value.trim()
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(text), searchDelayMs)
        }}
      />
      <kbd>/</kbd>
    </form>
  )
}
