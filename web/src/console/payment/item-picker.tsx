import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useTypedText } from '../../ui/use-typed-text.js'
import { useFormats } from '../format/use-formats.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { Failed } from '../parts/states.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { type SaleItem, withItem } from './sale.js'

type PickerProps = { items: readonly SaleItem[]; onChange(items: SaleItem[]): void }

const shown = 8
const typingMs = 200

/** Chooses items of the catalog, and how many of each. */
export function ItemPicker({ items, onChange }: PickerProps) {
  const texts = useConsoleTexts().payment
  const { api, membership } = useSession()
  const formats = useFormats()
  const [text, setText] = useState('')
  const q = useTypedText(text.trim(), typingMs)
  const itemsQuery = useQuery({
    queryKey: ['inventory', membership.wallet, 'pick', q],
    queryFn: ({ signal }) => {
      const query = { q, limit: shown }
      return api.call('get', '/api/inventory', { query, signal })
    },
    placeholderData: keepPreviousData,
  })
  const active = itemsQuery.data?.items.filter((item) => item.active) ?? []
  const change = (item: { id: string; name: string }, by: number) =>
    onChange(withItem(items, { id: item.id, name: item.name, change: by }))
  return (
    <div class="stack">
      {items.length > 0 && (
        <ul class="sale-items" aria-label={texts.chosen}>
          {items.map((item) => (
            <li key={item.id}>
              <b class="one-line">{item.name}</b>
              <fieldset class="stepper" aria-label={texts.quantity(item.name)}>
                <button
                  type="button"
                  aria-label={texts.fewer(item.name)}
                  onClick={() => change(item, -1)}
                >
                  <Icon name="minus" />
                </button>
                <output>{item.qty}</output>
                <button
                  type="button"
                  aria-label={texts.more(item.name)}
                  onClick={() => change(item, 1)}
                >
                  <Icon name="plus" />
                </button>
              </fieldset>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={texts.search}
        type="search"
        autoComplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {itemsQuery.isError && (
        <Failed error={itemsQuery.error} onRetry={() => void itemsQuery.refetch()} />
      )}
      {itemsQuery.isSuccess && active.length === 0 && (
        <p class="soft" role="status">
          {q === '' ? texts.noItems : texts.noMatch(q)}
        </p>
      )}
      <ul class="found-items" aria-label={texts.found}>
        {active.map((item) => (
          <li key={item.id}>
            <span>
              <b>{item.name}</b>
              <span class="soft">
                {item.sku}
                {item.stockQty === 0 && ` · ${texts.soldOut}`}
              </span>
            </span>
            <span class="money">
              {item.price !== undefined && item.currency
                ? formats.money(item.price, item.currency)
                : formats.money(item.priceUsd ?? 0, 'USD')}
            </span>
            <button
              type="button"
              class="button"
              aria-label={texts.add(item.name)}
              disabled={item.stockQty === 0}
              onClick={() => change(item, 1)}
            >
              {texts.addShort}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
