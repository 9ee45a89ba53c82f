import { isDeepStrictEqual } from 'node:util'
import { type Fields, isFields } from '../../lib/fields/read-fields.js'
import type { DeepPartial } from './merge-config.js'

type Difference<Part> = { before: Part; after: Part }

/** Returns the differing parts of two configurations of the same shape, or null when they are equal. */
export function diffConfig<Config extends object>(
  before: Config,
  after: Config,
): Difference<DeepPartial<Config>> | null {
  return diffFields(before as Fields, after as Fields) as Difference<DeepPartial<Config>> | null
}

function diffFields(before: Fields, after: Fields): Difference<Fields> | null {
  const changed: Difference<Fields> = { before: {}, after: {} }
  for (const field of Object.keys(after)) {
    const part = diffValues(before[field], after[field])
    if (!part) continue
    changed.before[field] = part.before
    changed.after[field] = part.after
  }
  return Object.keys(changed.after).length > 0 ? changed : null
}

function diffValues(before: unknown, after: unknown): Difference<unknown> | null {
  if (isFields(before) && isFields(after)) return diffFields(before, after)
  // Not compared as JSON text, because jsonb reorders object keys.
  return isDeepStrictEqual(before, after) ? null : { before, after }
}
