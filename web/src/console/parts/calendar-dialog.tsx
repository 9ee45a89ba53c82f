import * as datePicker from '@zag-js/date-picker'
import { normalizeProps, useMachine } from '@zag-js/preact'
import { useId } from 'preact/hooks'
import type { DayRange } from '../format/date-ranges.js'
import { useFormats } from '../format/use-formats.js'
import { useConsoleTexts } from '../texts.js'
import { Dialog } from './dialog.js'
import { Icon } from './icon.js'

export type CalendarProps = DayRange & {
  /** The last day that can be chosen. */
  max: string
  onChoose(days: DayRange): void
  onClose(): void
}

/** Chooses the first and the last day in a calendar. */
export function CalendarDialog({ first, last, max, onChoose, onClose }: CalendarProps) {
  const texts = useConsoleTexts().parts.range
  const { locale, timeZone } = useFormats()
  const service = useMachine(datePicker.machine, {
    id: useId(),
    inline: true,
    selectionMode: 'range',
    locale: locale === 'en' ? 'en-GB' : locale,
    timeZone,
    startOfWeek: 1,
    fixedWeeks: true,
    defaultValue: [datePicker.parse(first), datePicker.parse(last)],
    max: datePicker.parse(max),
  })
  const api = datePicker.connect(service, normalizeProps)
  const [start, end] = api.value.map((day) => day.toString())
  return (
    <Dialog
      title={texts.customTitle}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button
            type="button"
            class="button main"
            disabled={start === undefined}
            onClick={() => start && onChoose({ first: start, last: end ?? start })}
          >
            {texts.apply}
          </button>
        </>
      }
    >
      <div {...api.getRootProps()} class="calendar">
        <div class="calendar-inputs">
          {[0, 1].map((index) => (
            <input key={index} {...(api.getInputProps({ index }) as object)} />
          ))}
        </div>
        <div {...api.getContentProps()}>
          <div {...api.getViewProps({ view: 'day' })}>
            <div class="calendar-head">
              <button
                {...api.getPrevTriggerProps()}
                class="icon-button"
                aria-label={texts.previous}
              >
                <Icon name="left" />
              </button>
              <span {...api.getRangeTextProps()} aria-live="polite">
                {api.visibleRangeText.start}
              </span>
              <button {...api.getNextTriggerProps()} class="icon-button" aria-label={texts.next}>
                <Icon name="right" />
              </button>
            </div>
            <table {...api.getTableProps()}>
              <thead {...api.getTableHeadProps()}>
                <tr {...api.getTableRowProps()}>
                  {api.weekDays.map((day) => (
                    <th key={day.long} scope="col" abbr={day.long}>
                      {day.narrow}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody {...api.getTableBodyProps()}>
                {api.weeks.map((week) => (
                  <tr key={String(week[0])} {...api.getTableRowProps()}>
                    {week.map((value) => (
                      <td key={String(value)} {...api.getDayTableCellProps({ value })}>
                        <div {...api.getDayTableCellTriggerProps({ value })}>{value.day}</div>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </div>
      <p class="soft">{texts.zone(timeZone)}</p>
    </Dialog>
  )
}
