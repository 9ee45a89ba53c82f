import { isDeepStrictEqual } from 'node:util'
import { type Fields, isFields } from '../../lib/fields/read-fields.js'

/** Any part of a configuration. Lists are whole values. */
export type DeepPartial<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Field in keyof Value]?: DeepPartial<Value[Field]> }
    : Value

/** Returns a copy of `base` with `change` applied: objects merge, all other values replace. */
export function mergeConfig<Base extends object>(
  base: Base,
  change: NoInfer<DeepPartial<Base>>,
): Base {
  return mergeFields(base as Fields, change as Fields) as Base
}

function mergeFields(base: Fields, change: Fields): Fields {
  const merged = { ...base }
  for (const [field, value] of Object.entries(change)) {
    const current = merged[field]
    merged[field] = isFields(current) && isFields(value) ? mergeFields(current, value) : value
  }
  return merged
}

type Difference<Part> = { before: Part; after: Part }

/** Returns the parts of two configurations that differ, or null when they are equal. */
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
