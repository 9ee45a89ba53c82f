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
  knownFields: KnownFields,
  unreported: ReadonlySet<string> = new Set(),
): IgnoredField[] {
  const ignored = new Map<string, IgnoredField>()
  collect(value, { knownFields, unreported, at: '', ignored })
  return [...ignored.values()]
}

function collect(
  value: unknown,
  input: {
    knownFields: KnownFields
    at: string
    unreported: ReadonlySet<string>
    ignored: Map<string, IgnoredField>
  },
): void {
  const { knownFields, at, ...shared } = input
  const { unreported, ignored } = shared
  if (knownFields === null || ignored.size >= maxIgnored) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, { knownFields, at: `${at}[]`, ...shared })
    return
  }
  if (!isFields(value)) return

  for (const name of Object.keys(value)) {
    const path = at === '' ? name : `${at}.${name}`
    const deeper = knownFields.get(name)
    if (deeper !== undefined) collect(value[name], { knownFields: deeper, at: path, ...shared })
    else if (ignored.size < maxIgnored && !unreported.has(path)) {
      ignored.set(path, { path, name, siblings: [...knownFields.keys()] })
    }
  }
}
