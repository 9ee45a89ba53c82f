import { catalogTexts as texts } from '../../../core/texts/en-console-catalog.js'
import type { ConsoleFormats } from '../../format/console-formats.js'
import { type ChipName, type Filters, listChips } from '../filters.js'

/** Returns the value of a filter in words, as its chip shows it. */
export function describeChip(chip: ChipName, filters: Filters, format: ConsoleFormats): string {
  const { filters: names } = texts
  switch (chip) {
    case 'active':
      return names.actives[filters.active ?? 'true']
    case 'stock':
      return names.stocks[filters.stock ?? 'in']
    case 'taxable':
      return names.taxables[filters.taxable ?? 'true']
    case 'tags':
      return filters.tags ?? ''
    case 'parentSku':
      return filters.parentSku ?? ''
    case 'price': {
      const [min, max] = [filters.priceMin, filters.priceMax].map(
        (amount) => amount && format.money(Number(amount), 'USD'),
      )
      if (min && max) return names.between(min, max)
      return min ? names.over(min) : names.under(max ?? '')
    }
  }
}

/** Returns all filters in words, with the search and the category. */
export function describeFilters(filters: Filters, format: ConsoleFormats): string[] {
  const { filters: names } = texts
  return [
    ...(filters.category ? [`${names.category} ${filters.category}`] : []),
    ...listChips(filters).map((chip) => `${names[chip]} ${describeChip(chip, filters, format)}`),
    ...(filters.q ? [`${names.search} ${filters.q}`] : []),
  ]
}
