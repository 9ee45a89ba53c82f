import { foldText } from '../../lib/search/fold-text.js'

/** Enough for a row of filters. */
const maxListed = 12

/** Counts the shops of each category, in the spelling of the first shop that names it. */
export function createCategoryCounts() {
  const counts = new Map<string, { name: string; shops: number }>()
  let listed: string[] | null = null

  function change(names: readonly string[], by: 1 | -1): void {
    listed = null
    for (const name of names) {
      const key = foldText(name)
      const count = counts.get(key) ?? { name, shops: 0 }
      count.shops += by
      if (count.shops > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }

  return {
    add: (names: readonly string[]) => change(names, 1),
    remove: (names: readonly string[]) => change(names, -1),
    /** Returns the categories with the most shops. Sorts after a change only. */
    list(): readonly string[] {
      listed ??= [...counts.values()]
        .toSorted((a, b) => b.shops - a.shops || (a.name < b.name ? -1 : 1))
        .slice(0, maxListed)
        .map(({ name }) => name)
      return listed
    },
  }
}
