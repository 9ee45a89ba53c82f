import { Link } from 'wouter-preact'
import { catalogTexts as texts } from '../../../core/texts/en-console-catalog.js'
import { useFormats } from '../../format/use-formats.js'
import { Tabs } from '../../parts/tabs.js'
import { type Filters, writeFilters } from '../filters.js'
import type { useFacets } from '../use-items.js'

/** Categories beside "All"; further ones are found by the search. */
const maxTabs = 6

type Facets = ReturnType<typeof useFacets>['data']

/** The largest categories, and how many items each has. */
export function CategoryTabs({ filters, facets }: { filters: Filters; facets: Facets }) {
  const format = useFormats()
  const { category, ...others } = filters
  const hrefOf = (name: string | null) => {
    const text = writeFilters({ ...others, ...(name !== null && { category: name }) })
    return `/catalog${text && `?${text}`}`
  }
  const largest = (facets?.categories ?? []).slice(0, maxTabs)
  const isListed = category === undefined || largest.some(({ name }) => isSame(name, category))
  const shown = isListed
    ? largest
    : [...largest, ...(facets?.categories ?? []).filter(({ name }) => isSame(name, category))]
  return (
    <Tabs
      label={texts.views}
      current={category?.toLowerCase() ?? ''}
      tabs={[
        {
          id: '',
          label: texts.all,
          href: hrefOf(null),
          ...(facets && { count: format.count(facets.items) }),
        },
        ...shown.map(({ name, items }) => ({
          id: name.toLowerCase(),
          label: name,
          href: hrefOf(name),
          count: format.count(items),
        })),
      ]}
    />
  )
}

function isSame(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}

/** How many items match, and how many of the catalog need attention. */
export function Figures({ total, facets }: { total: number | null; facets: Facets }) {
  const format = useFormats()
  const { low = 0, out = 0 } = facets ?? {}
  if (total === null) return <span />
  return (
    <p class="item-figures">
      <b>{texts.count(format.count(total), total === 1)}</b>
      {low > 0 && <Link href="/catalog?stock=low">{texts.low(format.count(low))}</Link>}
      {out > 0 && <Link href="/catalog?stock=out">{texts.out(format.count(out))}</Link>}
    </p>
  )
}
