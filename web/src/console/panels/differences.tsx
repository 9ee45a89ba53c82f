import { panelTexts } from '../../core/texts/en-console-panels.js'
import { Dialog } from '../parts/dialog.js'
import './differences.css'

const texts = panelTexts.conflict

/** A field as it was, as someone else has saved it, and as the person typed it. */
type Difference = { name: string; before: string; theirs: string; mine: string }

/** Compares what two people have changed, field by field. */
export function DifferencesTable({ label, rows }: { label: string; rows: readonly Difference[] }) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls.
    <section class="differences" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.theirs}</th>
            <th scope="col">{texts.mine}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, theirs, mine }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{theirs}</td>
              <td>
                <b>{mine}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type DifferencesDialogProps = {
  title: string
  rows: readonly Difference[]
  onKeep(): void
  onSave(): void
  onClose(): void
}

/** Lets a person choose between what someone else has saved and what they typed. */
export function DifferencesDialog(props: DifferencesDialogProps) {
  const { title, rows, onKeep, onSave, onClose } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onKeep}>
            {texts.keep}
          </button>
          <button type="button" class="button main" onClick={onSave}>
            {texts.save}
          </button>
        </>
      }
    >
      <p>{texts.text}</p>
      <DifferencesTable label={title} rows={rows} />
    </Dialog>
  )
}
