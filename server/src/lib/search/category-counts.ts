import { foldText } from './fold-text.js'

/** Counts the members of each category, in the spelling of the first that names it. */
export function createCategoryCounts({ maxListed }: { maxListed: number }) {
  const counts = new Map<string, { name: string; members: number }>()
  let listed: string[] | null = null

  function change(names: readonly string[], by: 1 | -1): void {
    listed = null
    for (const name of names) {
      const key = foldText(name)
      const count = counts.get(key) ?? { name, members: 0 }
      count.members += by
      if (count.members > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }

  return {
    add: (names: readonly string[]) => change(names, 1),
    remove: (names: readonly string[]) => change(names, -1),
    /** Returns the categories with the most members. Sorts after a change only. */
    list(): readonly string[] {
      listed ??= [...counts.values()]
        .toSorted((a, b) => b.members - a.members || (a.name < b.name ? -1 : 1))
        .slice(0, maxListed)
        .map(({ name }) => name)
      return listed
    },
  }
}
