import { LRUCache } from 'lru-cache'

/** Wraps a pure function of a text with a cache of its latest `max` results. */
export function rememberLatest<Result extends object | string | boolean>(
  compute: (text: string) => Result,
  max: number,
): (text: string) => Result {
  const results = new LRUCache<string, Result>({ max })
  return (text) => {
    const cached = results.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    results.set(text, result)
    return result
  }
}
