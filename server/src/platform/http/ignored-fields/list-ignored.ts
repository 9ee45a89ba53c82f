import { isFields } from '../../../lib/fields/read-fields.js'
import type { KnownFields } from './known-fields.js'

/** A field that the route does not know, with the known fields of the same object. */
export type IgnoredField = {
  path: string
  name: string
  siblings: readonly string[]
  /** For a known field whose value is ignored: the values that it takes. */
  values?: readonly string[]
}

/** Enough to correct a request, and a bound for the response. */
export const maxIgnored = 20

/**
 * Lists the fields of `value` that are neither known nor `unreported`, at most 20. Those of list
 * entries are listed once, as `items[].x`.
 */
export function listIgnored(
  value: unknown,
  known: KnownFields,
  unreported: ReadonlySet<string> = new Set(),
): IgnoredField[] {
  const found = new Map<string, IgnoredField>()
  collect(value, { known, unreported, at: '', found })
  return [...found.values()]
}

function collect(
  value: unknown,
  {
    known,
    at,
    ...shared
  }: {
    known: KnownFields
    at: string
    unreported: ReadonlySet<string>
    found: Map<string, IgnoredField>
  },
): void {
  const { unreported, found } = shared
  if (known === null || found.size >= maxIgnored) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, { known, at: `${at}[]`, ...shared })
    return
  }
  if (!isFields(value)) return

  for (const name of Object.keys(value)) {
    const path = at === '' ? name : `${at}.${name}`
    const deeper = known.get(name)
    if (deeper !== undefined) collect(value[name], { known: deeper, at: path, ...shared })
    else if (found.size < maxIgnored && !unreported.has(path)) {
      found.set(path, { path, name, siblings: [...known.keys()] })
    }
  }
}
