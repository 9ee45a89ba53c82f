import { catalogTexts as texts } from '../../core/texts/en-console-catalog.js'
import { useFormats } from '../format/use-formats.js'
import { DifferencesDialog, DifferencesTable } from '../panels/differences.js'
import { describeValue, fieldsOf, listDifferences, type NamedField } from './describe-fields.js'
import type { Item, ItemChange } from './use-items.js'

type ConflictDialogProps = {
  /** The item as the person saw it, and as it is now. */
  base: Item
  current: Item
  /** The change that would have overwritten it. */
  change: ItemChange
  onKeep(): void
  onSave(): void
  onClose(): void
}

/** Compares what someone else has changed with what was typed, and lets the person choose. */
export function ConflictDialog({ base, current, change, ...choices }: ConflictDialogProps) {
  const mine = { ...fieldsOf(current), ...change }
  const rows = useDifferences({ base, current, mine })
  return <DifferencesDialog title={texts.conflict.title} rows={rows} {...choices} />
}

type Versions = { base: Item; current: Item; mine: Readonly<Record<string, unknown>> }

/** The fields that differ: as they were, as they are now, and as they were typed. */
export function Differences(versions: Versions) {
  return <DifferencesTable label={texts.conflict.title} rows={useDifferences(versions)} />
}

function useDifferences({ base, current, mine }: Versions) {
  const format = useFormats()
  const show = (field: NamedField, value: unknown) => describeValue(field, value, format)
  return listDifferences(fieldsOf(base), { ...fieldsOf(current) }, mine).map((field) => ({
    name: texts.item.fields[field],
    before: show(field, fieldsOf(base)[field]),
    theirs: show(field, fieldsOf(current)[field]),
    mine: show(field, mine[field]),
  }))
}
