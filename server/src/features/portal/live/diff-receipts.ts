import type { PortalReceipt } from '../schemas.js'

type Fields = Record<string, unknown>

/**
 * Returns the fields of a receipt that changed, whole except for `payment`, of which only the changed fields are
 * returned. A field that is gone is null.
 */
export function diffReceipts(before: PortalReceipt, after: PortalReceipt): Fields {
  const changed = diffFields(before, after)
  if (changed['payment']) changed['payment'] = diffFields(before.payment, after.payment)
  return changed
}

function diffFields(before: Fields, after: Fields): Fields {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]))
}
