import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useFormats } from '../format/use-formats.js'
import { Dialog } from '../parts/dialog.js'
import { Field, FieldFrame } from '../parts/field.js'
import { useConsoleTexts } from '../texts.js'
import {
  type ChipName,
  dateWords,
  type Filters,
  flagChoices,
  readFilters,
  statusChoices,
} from './filters.js'

type FilterDialogProps = {
  filters: Filters
  /** The filter to begin with. */
  chip: ChipName | null
  registers: readonly { id: string; name: string }[]
  onApply(filters: Filters): void
  onClose(): void
}

const ownDays = 'days'

/** Lets a person choose the filters of the list. */
export function FilterDialog({ filters, chip, registers, onApply, onClose }: FilterDialogProps) {
  const { receipts: texts } = useConsoleTexts()
  const { filters: names } = texts
  const format = useFormats()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const hasDays = [filters.fromDay, filters.toDay].some(Boolean)
  const hasTimes = [filters.from, filters.to].some(Boolean)
  const [date, setDate] = useState<string>(filters.date ?? (hasDays || hasTimes ? ownDays : ''))
  const [field, setField] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const fieldName = chip === 'amount' ? 'minUsd' : chip === 'register' ? 'registerId' : chip
    setField(form.current?.querySelector<HTMLElement>(`[name="${fieldName ?? 'date'}"]`) ?? null)
  }, [])
  useEffect(() => field?.focus(), [field])

  const dayOf = (day: string | undefined, time: string | undefined) =>
    day ?? (time ? format.dayKey(Number(time)) : '')
  const apply = (event: Event) => {
    event.preventDefault()
    if (!form.current) return
    const entries = [...new FormData(form.current)].flatMap(([name, value]) =>
      value === '' || value === ownDays ? [] : [[name, String(value).trim().replace(',', '.')]],
    )
    const chosen = readFilters(new URLSearchParams(entries).toString())
    // Those that the dialog has no field for stay.
    const { q, time, hasTip, timeZone, reached, failureCode, item, jurisdiction } = filters
    onApply({
      ...chosen,
      ...(q !== undefined && { q }),
      ...(hasTip !== undefined && { hasTip }),
      ...(reached !== undefined && { reached }),
      ...(failureCode !== undefined && { failureCode }),
      ...(item !== undefined && { item }),
      ...(jurisdiction !== undefined && { jurisdiction }),
      ...(time !== undefined && { time }),
      ...(timeZone !== undefined && (chosen.fromDay || chosen.toDay) && { timeZone }),
    })
  }
  return (
    <Dialog
      title={names.label}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {names.cancel}
          </button>
          <button type="submit" class="button main" form={formId}>
            {names.apply}
          </button>
        </>
      }
    >
      <form id={formId} ref={form} class="filter-form" onSubmit={apply}>
        <FieldFrame label={names.date} hint={names.zone(format.timeZone)}>
          {(control) => (
            <select
              {...control}
              name="date"
              value={date}
              onChange={(event) => setDate(event.currentTarget.value)}
            >
              <option value="">{names.anyDate}</option>
              {dateWords.map((word) => (
                <option key={word} value={word}>
                  {names.words[word]}
                </option>
              ))}
              <option value={ownDays}>{names.ownDays}</option>
            </select>
          )}
        </FieldFrame>
        {date === ownDays && (
          <div class="field-pair">
            <Field
              label={names.from}
              type="date"
              name="fromDay"
              defaultValue={dayOf(filters.fromDay, filters.from)}
            />
            <Field
              label={names.until}
              type="date"
              name="toDay"
              defaultValue={dayOf(filters.toDay, filters.to)}
            />
          </div>
        )}
        <FieldFrame label={names.status}>
          {(control) => (
            <select {...control} name="status">
              <option value="">{names.anyStatus}</option>
              {statusChoices.map((status) => (
                <option key={status} value={status} selected={status === filters.status}>
                  {names.statuses[status]}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <FieldFrame label={names.flag}>
          {(control) => (
            <select {...control} name="flag">
              <option value="">{names.anyFlag}</option>
              {flagChoices.map((flag) => (
                <option key={flag} value={flag} selected={flag === filters.flag}>
                  {names.flags[flag]}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <div class="field-pair">
          <Field
            label={names.atLeast}
            name="minUsd"
            inputMode="decimal"
            defaultValue={filters.minUsd ?? ''}
          />
          <Field
            label={names.atMost}
            name="maxUsd"
            inputMode="decimal"
            defaultValue={filters.maxUsd ?? ''}
          />
        </div>
        {(registers.length > 0 || filters.registerId) && (
          <FieldFrame label={names.register}>
            {(control) => (
              <select {...control} name="registerId">
                <option value="" />
                {registers.map((register) => (
                  <option
                    key={register.id}
                    value={register.id}
                    selected={register.id === filters.registerId}
                  >
                    {register.name}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        )}
        <FieldFrame label={names.archived}>
          {(control) => (
            <select {...control} name="archived">
              <option value="">{names.archives.no}</option>
              {(['only', 'all'] as const).map((choice) => (
                <option key={choice} value={choice} selected={choice === filters.archived}>
                  {names.archives[choice]}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      </form>
    </Dialog>
  )
}
