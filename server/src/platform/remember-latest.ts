import { LRUCache } from 'lru-cache'

/** Wraps a pure function of a text: it returns the latest `most` results without computing them again. */
export function rememberLatest<Result extends object | string>(
  compute: (text: string) => Result,
  most: number,
): (text: string) => Result {
  const known = new LRUCache<string, Result>({ max: most })
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = compute(text)
    known.set(text, result)
    return result
  }
}
