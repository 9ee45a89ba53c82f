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
    const former = merged[field]
    merged[field] = isFields(former) && isFields(value) ? mergeFields(former, value) : value
  }
  return merged
}
