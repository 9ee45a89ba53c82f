import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { catalogTexts } from '../../../core/texts/en-console-catalog.js'
import { useFormats } from '../../format/use-formats.js'
import { Checkbox } from '../../parts/checkbox.js'
import { Field, FieldFrame, TextArea } from '../../parts/field.js'
import { type Item, useFacets } from '../use-items.js'
import type { Draft, DraftProblems } from './item-draft.js'
import { PairsField } from './pairs-field.js'

const { item: texts, problems: problemTexts } = catalogTexts

type ItemFormProps = {
  item: Item | null
  draft: Draft
  problems: DraftProblems
  isReadOnly: boolean
  /** The pictures, which have controls of their own. */
  pictures: ComponentChildren
  onChange(changed: Partial<Draft>): void
}

type Part = Pick<ItemFormProps, 'item' | 'draft' | 'onChange'> & {
  textField(
    field: TextName,
    label: string,
    more?: Partial<Parameters<typeof Field>[0]>,
  ): ComponentChildren
}

type TextName = {
  [Name in keyof Draft]: Draft[Name] extends string ? Name : never
}[keyof Draft]

/** The fields of an item. */
export function ItemForm(props: ItemFormProps) {
  const { item, draft, problems, isReadOnly, pictures, onChange } = props
  const textField: Part['textField'] = (field, label, more = {}) => {
    const problem = problems[field]
    return (
      <Field
        label={label}
        name={field}
        value={draft[field]}
        autoComplete="off"
        readOnly={isReadOnly}
        problem={problem ? problemTexts[problem] : null}
        onInput={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
        {...more}
      />
    )
  }
  const part: Part = { item, draft, onChange, textField }
  return (
    <fieldset class="item-form" disabled={isReadOnly}>
      <ItemSection title={texts.details}>
        {pictures}
        <Details {...part} />
      </ItemSection>
      <ItemSection title={texts.price}>
        <Prices {...part} />
      </ItemSection>
      <ItemSection title={texts.stock}>
        <Stock {...part} />
      </ItemSection>
      <ItemSection title={texts.attributes} note={texts.attributesText}>
        <PairsField
          label={texts.attributes}
          nameLabel={texts.attributeName}
          valueLabel={texts.attributeValue}
          addLabel={texts.addAttribute}
          pairs={draft.attributes}
          maxLength={80}
          maxRows={40}
          onChange={(attributes) => onChange({ attributes })}
        />
      </ItemSection>
    </fieldset>
  )
}

type SectionProps = {
  title: string
  note?: string
  aside?: ComponentChildren
  children: ComponentChildren
}

/** A part of the drawer, with a title. */
export function ItemSection({ title, note, aside, children }: SectionProps) {
  return (
    <section class="item-section" aria-label={title}>
      <div class="row spread">
        <h3>{title}</h3>
        {aside}
      </div>
      {note && <p class="soft">{note}</p>}
      {children}
    </section>
  )
}

function Details({ draft, onChange, textField }: Part) {
  const facets = useFacets().data
  const categoriesId = useId()
  return (
    <div class="item-fields">
      {textField('name', texts.name, { maxLength: 200, required: true })}
      <div class="field-pair">
        {textField('sku', texts.sku, { maxLength: 64, required: true, spellcheck: false })}
        <FieldFrame label={texts.category}>
          {(control) => (
            <>
              <input
                {...control}
                type="text"
                name="category"
                list={categoriesId}
                value={draft.category}
                maxLength={80}
                autoComplete="off"
                onInput={({ currentTarget }) => onChange({ category: currentTarget.value })}
              />
              <datalist id={categoriesId}>
                {(facets?.categories ?? []).map(({ name }) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </FieldFrame>
      </div>
      <TextArea
        label={texts.description}
        name="description"
        rows={3}
        maxLength={5_000}
        value={draft.description}
        onInput={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      {textField('tags', texts.tags, { hint: texts.tagsHint, maxLength: 840 })}
      {textField('industryPack', texts.pack, { hint: texts.packHint, maxLength: 40 })}
      <Checkbox
        kind="switch"
        label={texts.active}
        isChecked={draft.active}
        onChange={(active) => onChange({ active })}
      />
    </div>
  )
}

function Prices({ item, draft, onChange, textField }: Part) {
  const format = useFormats()
  const converted = item?.priceUsdFollowsRate ? item.priceUsd : undefined
  const usdHint =
    draft.priceUsd.trim() !== '' || draft.priceEur.trim() === ''
      ? undefined
      : converted === undefined
        ? texts.noRate
        : texts.byRate(format.money(converted, 'USD'))
  return (
    <div class="item-fields">
      <div class="field-pair">
        {textField('priceUsd', texts.priceUsd, {
          unit: '$',
          inputMode: 'decimal',
          maxLength: 20,
          hint: usdHint,
        })}
        {textField('priceEur', texts.priceEur, { unit: '€', inputMode: 'decimal', maxLength: 20 })}
      </div>
      <Checkbox
        label={texts.taxable}
        isChecked={draft.taxable}
        onChange={(taxable) => onChange({ taxable })}
      />
      <Checkbox
        label={texts.includesTax}
        isChecked={draft.priceIncludesTax}
        onChange={(priceIncludesTax) => onChange({ priceIncludesTax })}
      />
    </div>
  )
}

function Stock({ item, draft, onChange, textField }: Part) {
  const format = useFormats()
  const hint =
    item && item.reservedQty > 0 ? texts.reserved(format.count(item.reservedQty)) : undefined
  return (
    <div class="item-fields">
      <Checkbox
        kind="switch"
        label={texts.counted}
        isChecked={draft.isCounted}
        onChange={(isCounted) => onChange({ isCounted })}
      />
      {draft.isCounted && (
        <div class="field-pair">
          {textField('stockQty', texts.stockQty, { inputMode: 'decimal', maxLength: 15, hint })}
          {textField('lowStockQty', texts.lowStockQty, {
            inputMode: 'decimal',
            maxLength: 15,
            hint: texts.lowHint,
          })}
        </div>
      )}
    </div>
  )
}
