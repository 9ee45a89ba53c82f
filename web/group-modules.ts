import type { Rollup } from 'vite'

type Graph = Parameters<Rollup.GetManualChunk>[1]

/**
 * Groups the modules that the first screen of an app shares with other screens: its page loads them
 * beside the entry. Otherwise each is a script of its own, and a slow line spends more time on
 * requests than on bytes.
 */
export function createGroups(): Rollup.GetManualChunk {
  let shared: ReadonlySet<string> | null = null
  return (id, graph) => {
    shared ??= findShared(graph)
    return shared.has(id) ? 'shared' : undefined
  }
}

function findShared({ getModuleIds, getModuleInfo }: Graph): ReadonlySet<string> {
  const reach = (id: string, found = new Set<string>()) => {
    if (found.has(id)) return found
    found.add(id)
    for (const imported of getModuleInfo(id)?.importedIds ?? []) reach(imported, found)
    return found
  }
  const ids = [...getModuleIds()]
  const screens = ids.filter((id) => id.endsWith('-screen.tsx'))
  const first = screens.find((id) => id.endsWith('/home/home-screen.tsx'))
  if (!first) return new Set()
  const entry = ids.filter((id) => getModuleInfo(id)?.isEntry).map((id) => reach(id))
  const others = screens.filter((id) => id !== first).map((id) => reach(id))
  const isIn = (sets: readonly ReadonlySet<string>[], id: string) => sets.some((set) => set.has(id))
  const isShared = (id: string) => isIn(others, id) && !isIn(entry, id) && !id.endsWith('.css')
  return new Set([...reach(first)].filter(isShared))
}
