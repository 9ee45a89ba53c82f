import { catalogTexts as texts } from '../../core/texts/en-console-catalog.js'
import { useFormats } from '../format/use-formats.js'
import { Dialog } from '../parts/dialog.js'
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
export function ConflictDialog(props: ConflictDialogProps) {
  const { base, current, change, onKeep, onSave, onClose } = props
  return (
    <Dialog
      title={texts.conflict.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onKeep}>
            {texts.conflict.keep}
          </button>
          <button type="button" class="button main" onClick={onSave}>
            {texts.conflict.save}
          </button>
        </>
      }
    >
      <p>{texts.conflict.text}</p>
      <Differences base={base} current={current} mine={{ ...fieldsOf(current), ...change }} />
    </Dialog>
  )
}

type DifferencesProps = { base: Item; current: Item; mine: Readonly<Record<string, unknown>> }

/** The fields that differ: as they were, as they are now, and as they were typed. */
export function Differences({ base, current, mine }: DifferencesProps) {
  const format = useFormats()
  const show = (field: NamedField, value: unknown) => describeValue(field, value, format)
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls.
    <section class="differences" aria-label={texts.conflict.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.conflict.field}</th>
            <th scope="col">{texts.conflict.before}</th>
            <th scope="col">{texts.conflict.theirs}</th>
            <th scope="col">{texts.conflict.mine}</th>
          </tr>
        </thead>
        <tbody>
          {listDifferences(fieldsOf(base), { ...fieldsOf(current) }, mine).map((field) => (
            <tr key={field}>
              <th scope="row">{texts.item.fields[field]}</th>
              <td>{show(field, fieldsOf(base)[field])}</td>
              <td>{show(field, fieldsOf(current)[field])}</td>
              <td>
                <b>{show(field, mine[field])}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
