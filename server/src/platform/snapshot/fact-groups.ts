import type { FactGroup } from './snapshot.js'

/** Joins the callers of several processes. The group is as old as its oldest part. */
export function joinGroups(known: FactGroup | null, group: FactGroup): FactGroup {
  if (!known) return group
  const confirmedAt = known.confirmedAt < group.confirmedAt ? known.confirmedAt : group.confirmedAt
  return { ...group, facts: new Map([...known.facts, ...group.facts]), confirmedAt }
}

/** Returns whether two groups have the same facts with the same content. */
export function hasSameFacts({ facts: before }: FactGroup, { facts: after }: FactGroup): boolean {
  if (before.size !== after.size) return false
  for (const [key, value] of before) {
    const other = after.get(key)
    if (!other || Buffer.compare(value, other) !== 0) return false
  }
  return true
}
