import findMyWay from 'find-my-way'

/**
 * Knows which methods each path has. Asked only when no route matched, to tell an unknown path
 * from a known one that was called with the wrong method.
 */
export type PathIndex = {
  add(method: string, route: string): void
  methodsOf(path: string): string[]
}

/** An empty index that reads variable parts of up to `maxParamLength` characters, as the server does. */
export function createPathIndex(options: { maxParamLength: number }): PathIndex {
  const router = findMyWay(options)
  const methods = new Map<string, Set<string>>()

  return {
    add(method, route) {
      // Two methods of one path may name its variable part differently.
      const path = route.replaceAll(/:\w+/g, ':part')
      const known = methods.get(path)
      if (known) {
        known.add(method)
        return
      }
      const created = new Set([method])
      methods.set(path, created)
      router.on('GET', path, () => {}, created)
    },
    methodsOf(path) {
      const found = router.find('GET', path)
      return found ? [...(found.store as Set<string>)].sort() : []
    },
  }
}
