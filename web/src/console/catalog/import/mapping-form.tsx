import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { importTexts as texts } from '../../../core/texts/en-console-import.js'
import { type CsvColumn, type CsvFile, csvColumns, type Mapping } from './csv-file.js'

type MappingFormProps = {
  file: CsvFile
  mapping: Mapping
  problem: string | null
  onChange(mapping: Mapping): void
  onCompare(): void
  onCancel(): void
}

/** Matches the columns of a file to fields of items. */
export function MappingForm(props: MappingFormProps) {
  const { file, mapping, problem, onChange, onCompare, onCancel } = props
  const change = (index: number, column: CsvColumn | null) =>
    onChange(
      // A field is in one column only.
      mapping.map((known, place) =>
        place === index ? column : known === column && column !== null ? null : known,
      ),
    )
  const hasSku = mapping.includes('sku')
  return (
    <form
      class="import-part"
      onSubmit={(event) => {
        event.preventDefault()
        if (hasSku) onCompare()
      }}
    >
      <p>{texts.mapText}</p>
      {problem && (
        <p class="problem-text" role="alert">
          {problem}
        </p>
      )}
      <ul class="mapping">
        {file.header.map((name, index) => (
          // Columns of a file may share a name: their place is what identifies them.
          <li key={index} class="mapping-row">
            <span class="one-line" title={name}>
              {name || texts.nameless}
            </span>
            <select
              aria-label={texts.fieldOf(name || texts.nameless)}
              value={mapping[index] ?? ''}
              onChange={({ currentTarget }) =>
                change(index, (currentTarget.value || null) as CsvColumn | null)
              }
            >
              <option value="">{texts.leaveOut}</option>
              {csvColumns.map((column) => (
                <option key={column} value={column}>
                  {catalogTexts.item.fields[column]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {!hasSku && <p class="problem-text">{texts.skuNeeded}</p>}
      <div class="row">
        <button type="submit" class="button main" disabled={!hasSku}>
          {texts.compare}
        </button>
        <button type="button" class="button quiet" onClick={onCancel}>
          {texts.otherFile}
        </button>
      </div>
    </form>
  )
}
