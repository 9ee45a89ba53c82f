import { Link } from 'wouter-preact'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { useFormats } from '../../format/use-formats.js'
import { Field } from '../../parts/field.js'
import { Icon } from '../../parts/icon.js'
import { optionsOf } from '../item-fields.js'
import { describeCell } from '../list/items-table.js'
import { type Item, useVariants } from '../use-items.js'
import { type Draft, draftOfVariant } from './item-draft.js'
import { ItemSection } from './item-form.js'
import { PairsField } from './pairs-field.js'

const { item: texts } = catalogTexts
const maxOptions = 5

type VariantsSectionProps = {
  item: Item | null
  draft: Draft
  search: string
  mayWrite: boolean
  onChange(changed: Partial<Draft>): void
  onAdd(start: Draft): void
}

/** The options of a variant, and all variants of its product. */
export function VariantsSection(props: VariantsSectionProps) {
  const { item, draft, search, mayWrite, onChange, onAdd } = props
  const format = useFormats()
  const parentSku = item ? (item.parentSku ?? item.sku) : null
  const variants = useVariants(parentSku).data?.items ?? []
  if (!item && draft.parentSku === '') return null
  return (
    <ItemSection
      title={texts.variants}
      note={draft.parentSku === '' ? texts.variantsText : texts.variantNote(draft.parentSku)}
      aside={
        item &&
        mayWrite && (
          <button
            type="button"
            class="button"
            onClick={() => onAdd(draftOfVariant(variants[0] ?? item))}
          >
            <Icon name="plus" />
            {texts.addVariant}
          </button>
        )
      }
    >
      {/* An item with variants cannot be one itself. */}
      {(draft.parentSku !== '' || (item?.parentSku ?? null) !== null || variants.length === 0) && (
        <Field
          label={texts.parentSku}
          hint={texts.parentHint}
          value={draft.parentSku}
          maxLength={64}
          spellcheck={false}
          autoComplete="off"
          onInput={({ currentTarget: { value } }) =>
            onChange({ parentSku: value, ...(value === '' && { options: [] }) })
          }
        />
      )}
      {draft.parentSku !== '' && (
        <PairsField
          label={texts.options}
          nameLabel={texts.optionName}
          valueLabel={texts.optionValue}
          addLabel={texts.addOption}
          pairs={draft.options}
          maxLength={40}
          maxRows={maxOptions}
          onChange={(options) => onChange({ options })}
        />
      )}
      {item && variants.length > 0 && (
        <ul class="variant-list">
          {variants.map((variant) => (
            <li key={variant.id}>
              <Link
                class="variant-row"
                href={`/catalog/${encodeURIComponent(variant.id)}${search && `?${search}`}`}
                replace
                aria-current={variant.id === item.id ? 'true' : undefined}
              >
                <b>{optionsOf(variant)}</b>
                <span class="soft">{variant.sku}</span>
                <span class="numeric">{describeCell(variant, 'priceUsd', format)}</span>
                <span class="numeric">{describeCell(variant, 'stockQty', format)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ItemSection>
  )
}
