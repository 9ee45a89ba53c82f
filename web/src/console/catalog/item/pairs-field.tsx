import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { Icon } from '../../parts/icon.js'
import type { Pair } from './item-draft.js'

const { item: texts } = catalogTexts

type PairsFieldProps = {
  /** Names the rows together. */
  label: string
  nameLabel: string
  valueLabel: string
  addLabel: string
  pairs: readonly Pair[]
  maxLength: number
  maxRows: number
  onChange(pairs: Pair[]): void
}

/** Names with values, such as the options of a variant, as rows that can be added and removed. */
export function PairsField(props: PairsFieldProps) {
  const { label, nameLabel, valueLabel, addLabel, pairs, maxLength, maxRows, onChange } = props
  const change = (index: number, changed: Partial<Pair>) =>
    onChange(pairs.map((pair, place) => (place === index ? { ...pair, ...changed } : pair)))
  return (
    <fieldset class="pairs" aria-label={label}>
      {pairs.map((pair, index) => (
        // Rows have no id: their place is what identifies them.
        <div key={index} class="pair">
          <input
            type="text"
            aria-label={`${nameLabel} ${index + 1}`}
            placeholder={nameLabel}
            value={pair.name}
            maxLength={maxLength}
            autoComplete="off"
            onInput={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <input
            type="text"
            aria-label={`${valueLabel} ${index + 1}`}
            placeholder={valueLabel}
            value={pair.value}
            maxLength={maxLength * 10}
            autoComplete="off"
            onInput={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <button
            type="button"
            class="icon-button"
            aria-label={texts.removeRow(pair.name || texts.unnamed)}
            onClick={() => onChange(pairs.filter((_, place) => place !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {pairs.length < maxRows && (
        <button
          type="button"
          class="button quiet"
          onClick={() => onChange([...pairs, { name: '', value: '' }])}
        >
          <Icon name="plus" />
          {addLabel}
        </button>
      )}
    </fieldset>
  )
}
