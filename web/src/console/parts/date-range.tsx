import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import type { ConsoleTexts } from '../../core/texts/en-console.js'
import type { ConsoleFormats } from '../format/console-formats.js'
import { daysOfRange, type RangeValue, rangeWords } from '../format/date-ranges.js'
import { addDays, startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { useConsoleTexts } from '../texts.js'
import type { CalendarProps } from './calendar-dialog.js'
import { Icon } from './icon.js'
import { Menu } from './menu.js'
import type { MenuItem } from './menu-item.js'

/** Describes a range in words, such as "This week" or "1 Nov 2026 to 12 Nov 2026". */
function describeRange(
  value: Exclude<RangeValue, null>,
  texts: ConsoleTexts['parts']['range'],
  formats: ConsoleFormats,
): string {
  const word = rangeWords.find((candidate) => candidate === value)
  if (word) return texts.words[word]
  const { first, last } = daysOfRange(value, 0, formats.timeZone)
  // Noon, because a day starts later where the clock moves at midnight.
  const dayOf = (day: string) => formats.day(startOfDay(day, formats.timeZone) + 43_200_000)
  return first === last ? dayOf(first) : texts.between(dayOf(first), dayOf(last))
}

type ChoicesInput = {
  value: RangeValue
  onChange(value: RangeValue): void
  onCustom(): void
}

/** Returns the words of a range as items of a menu, with "Custom" as the last. */
function useRangeItems({ value, onChange, onCustom }: ChoicesInput): MenuItem[] {
  const texts = useConsoleTexts().parts.range
  return [
    ...rangeWords.map((word) => ({
      id: word,
      label: texts.words[word],
      isChecked: value === word,
      onSelect: () => onChange(word),
    })),
    { id: 'custom', label: texts.custom, icon: 'clock' as const, onSelect: onCustom },
  ]
}

type DateRangeProps = {
  value: RangeValue
  now: number
  onChange(value: RangeValue): void
}

/** Chooses days by words, or in a calendar. The days are those of the shop's time zone. */
export function DateRange({ value, now, onChange }: DateRangeProps) {
  const texts = useConsoleTexts().parts.range
  const formats = useFormats()
  const [isCustom, setCustom] = useState(false)
  const items = useRangeItems({ value, onChange, onCustom: () => setCustom(true) })
  const text = value === null ? texts.all : describeRange(value, texts, formats)
  return (
    <>
      <Menu
        label={texts.label}
        trigger={
          <>
            {text}
            <Icon name="down" />
          </>
        }
        items={items}
      />
      {isCustom && (
        <CustomRange value={value} now={now} onChange={onChange} onClose={() => setCustom(false)} />
      )}
    </>
  )
}

/** The calendar of "Custom", which loads when it is first opened. */
function CustomRange({ value, now, onChange, onClose }: DateRangeProps & { onClose(): void }) {
  const { timeZone } = useFormats()
  const [Loaded, setLoaded] = useState<{ Component: ComponentType<CalendarProps> } | null>(null)
  const [isRequested, setRequested] = useState(false)
  if (!isRequested) {
    setRequested(true)
    void loadCode(() => import('./calendar-dialog.js')).then(
      ({ CalendarDialog }) => setLoaded({ Component: CalendarDialog }),
      onClose,
    )
  }
  if (!Loaded) return null
  const today = daysOfRange('today', now, timeZone).first
  const { first, last } =
    value === null ? { first: addDays(today, -6), last: today } : daysOfRange(value, now, timeZone)
  return (
    <Loaded.Component
      first={first}
      last={last}
      max={today}
      onChoose={(days) => {
        onChange(`${days.first}..${days.last}`)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
