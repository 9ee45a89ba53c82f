import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { Dialog } from '../../parts/dialog.js'
import { Field } from '../../parts/field.js'
import { Select } from '../../parts/select.js'
import { type ChipName, type Filters, readFilters, stockChoices } from '../filters.js'

const { filters: texts } = catalogTexts

type FilterDialogProps = {
  filters: Filters
  /** The filter to begin with. */
  chip: ChipName
  tags: readonly string[]
  onApply(filters: Filters): void
  onClose(): void
}

const firstFields: Readonly<Record<ChipName, string>> = {
  active: 'active',
  stock: 'stock',
  tags: 'tags',
  price: 'priceMin',
  taxable: 'taxable',
  parentSku: 'parentSku',
}

/** Lets a person choose the filters of the list. */
export function FilterDialog({ filters, chip, tags, onApply, onClose }: FilterDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [choices, setChoices] = useState({
    active: filters.active ?? '',
    stock: filters.stock ?? '',
    taxable: filters.taxable ?? '',
  })
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(`[name="${firstFields[chip]}"]`)?.focus()
  }, [])
  const apply = (event: Event) => {
    event.preventDefault()
    if (!form.current) return
    const entries = [...new FormData(form.current)].map(([name, value]) => {
      const text = String(value).trim()
      return [name, name.startsWith('price') ? text.replace(',', '.') : text]
    })
    const { q, category, sort, order } = filters
    const kept = { q, category, sort, order }
    const chosen = readFilters(new URLSearchParams(entries).toString())
    onApply({
      ...chosen,
      ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    })
  }
  const choose = (name: keyof typeof choices) => (value: string) =>
    setChoices({ ...choices, [name]: value })
  const flags = (names: { true: string; false: string }) => [
    { value: '', label: texts.any },
    { value: 'true', label: names.true },
    { value: 'false', label: names.false },
  ]
  return (
    <Dialog
      title={texts.label}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" class="button main" form={formId}>
            {texts.apply}
          </button>
        </>
      }
    >
      <form id={formId} ref={form} class="item-fields" onSubmit={apply}>
        <Select
          label={texts.active}
          name="active"
          options={flags(texts.actives)}
          value={choices.active}
          onChange={choose('active')}
        />
        <Select
          label={texts.stock}
          name="stock"
          options={[
            { value: '', label: texts.any },
            ...stockChoices.map((value) => ({ value, label: texts.stocks[value] })),
          ]}
          value={choices.stock}
          onChange={choose('stock')}
        />
        <Field
          label={texts.tags}
          hint={
            tags.length > 0 ? `${texts.tagsHint} ${tags.slice(0, 6).join(', ')}` : texts.tagsHint
          }
          name="tags"
          defaultValue={filters.tags ?? ''}
          maxLength={200}
          autoComplete="off"
        />
        <div class="field-pair">
          <Field
            label={texts.priceMin}
            name="priceMin"
            inputMode="decimal"
            defaultValue={filters.priceMin ?? ''}
          />
          <Field
            label={texts.priceMax}
            name="priceMax"
            inputMode="decimal"
            defaultValue={filters.priceMax ?? ''}
          />
        </div>
        <Select
          label={texts.taxable}
          name="taxable"
          options={flags(texts.taxables)}
          value={choices.taxable}
          onChange={choose('taxable')}
        />
        <Field
          label={texts.parentSku}
          name="parentSku"
          defaultValue={filters.parentSku ?? ''}
          maxLength={64}
          autoComplete="off"
          spellcheck={false}
        />
      </form>
    </Dialog>
  )
}
