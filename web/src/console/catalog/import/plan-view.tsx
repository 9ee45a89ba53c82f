import { useState } from 'preact/hooks'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { importTexts as texts } from '../../../core/texts/en-console-import.js'
import { useFormats } from '../../format/use-formats.js'
import { Icon } from '../../parts/icon.js'
import { describeValue, type NamedField } from '../describe-fields.js'
import type { ImportPlan } from './run-import.js'

type PlanViewProps = {
  plan: ImportPlan
  problem: string | null
  /** How many rows a person has left out. */
  skipped: number
  onSkip(lines: readonly number[]): void
  onApply(): void
  onRemap(): void
  onCancel(): void
}

const shownAtFirst = 50

/** The changes that an import would make, before anything is saved. */
export function PlanView(props: PlanViewProps) {
  const { plan, problem, skipped, onSkip, onApply, onRemap, onCancel } = props
  const format = useFormats()
  const [shown, setShown] = useState(shownAtFirst)
  const { created, updated, unchanged, rows, truncated, problems, problemCount } = plan
  const changes = created + updated
  // The header cannot be left out, and problems that are not listed have no line.
  const maySkip = problemCount === problems.length && problems.every(({ line }) => line > 1)
  return (
    <>
      <ul class="import-counts">
        <li>
          <b>{format.count(created)}</b> {texts.new}
        </li>
        <li>
          <b>{format.count(updated)}</b> {texts.changed}
        </li>
        {problemCount > 0 && (
          <li class="bad-text">
            <b>{format.count(problemCount)}</b> {texts.wrong}
          </li>
        )}
        <li class="soft">
          <b>{format.count(unchanged)}</b> {texts.same}
        </li>
      </ul>
      <ul class="import-rows">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`} class="import-row import-problem">
            <Icon name="bad" />
            <span>
              <b>{texts.line(format.count(line))}</b>
              <span class="bad-text">{message}</span>
            </span>
          </li>
        ))}
        {rows.slice(0, shown).map((row) => (
          <PlanRow key={row.line} row={row} />
        ))}
      </ul>
      {rows.length > shown && (
        <button type="button" class="button quiet" onClick={() => setShown(rows.length)}>
          {texts.showAll(format.count(rows.length))}
        </button>
      )}
      <div class="import-part import-foot">
        {problem && (
          <p class="problem-text" role="alert">
            {problem}
          </p>
        )}
        <p class="soft" role="status">
          {[
            changes === 0 && problemCount === 0 ? texts.nothing : texts.notSaved,
            truncated && texts.truncated(format.count(rows.length)),
            skipped > 0 && texts.skipped(format.count(skipped), skipped === 1),
            problemCount > 0 && texts.fix,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        <div class="row">
          {problemCount > 0 && maySkip && (
            <button
              type="button"
              class="button"
              onClick={() => onSkip(problems.map(({ line }) => line))}
            >
              {texts.skip(format.count(problemCount), problemCount === 1)}
            </button>
          )}
          {changes > 0 && problemCount === 0 && (
            <button type="button" class="button main" onClick={onApply}>
              {texts.apply(format.count(changes), changes === 1)}
            </button>
          )}
          <button type="button" class="button quiet" onClick={onRemap}>
            {texts.columns}
          </button>
          <button type="button" class="button quiet" onClick={onCancel}>
            {texts.cancel}
          </button>
        </div>
      </div>
    </>
  )
}

function PlanRow({ row }: { row: ImportPlan['rows'][number] }) {
  const format = useFormats()
  const { item: itemTexts } = catalogTexts
  const { sku, before, after } = row
  const isNew = before === null
  const name = String(after?.['name'] ?? '')
  const fields = Object.keys(after ?? {}).filter(
    (field): field is NamedField => field in itemTexts.fields,
  )
  const show = (field: NamedField, side: Readonly<Record<string, unknown>> | null) =>
    describeValue(field, side?.[field], format)
  return (
    <li class={`import-row ${isNew ? 'import-new' : 'import-change'}`}>
      <Icon name={isNew ? 'plus' : 'pencil'} />
      <span>
        <span>
          {isNew && <b>{name} </b>}
          <span class={isNew ? 'soft' : ''}>{sku}</span>
          <span class="visually-hidden">, {isNew ? texts.new : texts.changed}</span>
        </span>
        {isNew ? (
          <span class="soft">
            {(['priceUsd', 'price', 'stockQty'] as const)
              .filter((field) => after?.[field] !== null && after?.[field] !== undefined)
              .map((field) => `${itemTexts.fields[field]} ${show(field, after)}`)
              .join(', ')}
          </span>
        ) : (
          fields.map((field) => (
            <span key={field}>
              {itemTexts.fields[field]} <s class="soft">{show(field, before)}</s>{' '}
              <span aria-hidden="true">→</span> <b class="good-text">{show(field, after)}</b>
            </span>
          ))
        )}
      </span>
    </li>
  )
}
