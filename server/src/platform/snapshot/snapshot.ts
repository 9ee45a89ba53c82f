import { deserialize, serialize } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'

/** Facts by key, as bytes: they take no time of the garbage collector, and their size is known. */
export type Facts = ReadonlyMap<string, Uint8Array>

/** Facts that were read together: of one merchant, of the platform, or of the callers. */
export type FactGroup = {
  name: string
  facts: Facts
  /** When the database last confirmed the facts. */
  confirmedAt: UnixMs
}

/**
 * The facts that this process needs during an outage. Requests use them while the database is
 * unavailable, up to a maximum age. Above a total size, the least recently used merchants are
 * forgotten.
 */
export type Snapshot = {
  /** Marks a merchant as in use, so that its facts are kept up to date. */
  use(merchant: Address): void
  /** Returns the merchants in use and when they were last used, the latest first. */
  listUsed(): { merchant: Address; usedAt: number }[]
  /** Returns a fact that is not too old, or null. */
  find<Value>(group: string, key: string): Value | null
  /** Returns what `compute` makes of a group. It is computed again after the group has changed. */
  derive<Value extends object>(
    group: string,
    name: string,
    compute: () => Promise<Value>,
  ): Promise<Value>
  /** Lists the facts of a group that is not too old. */
  list<Value>(group: string): [key: string, value: Value][]
  /** Keeps a fact in a group of the callers, or removes it if it is null. */
  keep(group: string, key: string, value: object | null): void
  /** Replaces the facts of a group. */
  replace(group: FactGroup): void
  get(group: string): FactGroup | null
  /** Removes a merchant and its facts. */
  forget(merchant: Address): void
}

type StoredGroup = FactGroup & { facts: Map<string, Uint8Array>; bytes: number }

export type SnapshotOptions = { now: () => UnixMs; maxAgeMs: number; maxBytes?: number }

const maxUsed = 5_000
const maxDecoded = 200
/** The largest number of callers in a group. */
export const maxKept = 10_000
/** For the references to a fact. */
const overhead = 200

/** Creates an empty snapshot. */
export function createSnapshot(options: SnapshotOptions): Snapshot {
  const { now, maxAgeMs, maxBytes = 256 * 1_048_576 } = options
  const groups = new Map<string, StoredGroup>()
  /** The least recently used first. */
  const used = new Map<Address, number>()
  /** Values that were used last. Callers do not change them. */
  const decoded = new LRUCache<Uint8Array, object>({ max: maxDecoded })
  const derived = new LRUCache<FactGroup, Map<string, object>>({ max: maxDecoded })
  let bytes = 0

  function remove(name: string): void {
    const group = groups.get(name)
    if (!group) return
    bytes -= group.bytes
    groups.delete(name)
    // Otherwise the values of an outage would stay in memory after it.
    derived.delete(group)
    for (const fact of group.facts.values()) decoded.delete(fact)
  }

  function put(group: FactGroup): void {
    remove(group.name)
    let size = 0
    for (const [key, value] of group.facts) size += sizeOf(key, value)
    groups.set(group.name, { ...group, facts: new Map(group.facts), bytes: size })
    bytes += size
    for (const merchant of used.keys()) {
      if (bytes <= maxBytes) return
      forget(merchant)
    }
  }

  function open(name: string): StoredGroup {
    const group = { name, facts: new Map<string, Uint8Array>(), bytes: 0, confirmedAt: now() }
    groups.set(name, group)
    return group
  }

  function removeFact(group: StoredGroup, key: string): void {
    const fact = group.facts.get(key)
    if (!fact) return
    decoded.delete(fact)
    group.facts.delete(key)
    group.bytes -= sizeOf(key, fact)
    bytes -= sizeOf(key, fact)
  }

  function forget(merchant: Address): void {
    used.delete(merchant)
    remove(merchant)
  }

  function decode<Value>(fact: Uint8Array): Value {
    const cached = decoded.get(fact)
    if (cached) return cached as Value
    const value = deserialize(fact)
    decoded.set(fact, value)
    return value
  }

  function findGroup(name: string): FactGroup | null {
    const group = groups.get(name)
    return group && now() - group.confirmedAt <= maxAgeMs ? group : null
  }

  return {
    use(merchant) {
      used.delete(merchant)
      used.set(merchant, performance.now())
      if (used.size <= maxUsed) return
      const [oldest] = used.keys()
      if (oldest !== undefined) forget(oldest)
    },
    listUsed: () => [...used].reverse().map(([merchant, usedAt]) => ({ merchant, usedAt })),
    find(name, key) {
      const fact = findGroup(name)?.facts.get(key)
      return fact ? decode(fact) : null
    },
    async derive(groupName, name, compute) {
      const group = findGroup(groupName)
      const cached = group && derived.get(group)?.get(name)
      if (cached) return cached as Awaited<ReturnType<typeof compute>>
      const value = await compute()
      // The group may have been replaced in the meantime.
      if (group && findGroup(groupName) === group) {
        const values = derived.get(group) ?? new Map<string, object>()
        derived.set(group, values.set(name, value))
      }
      return value
    },
    list(name) {
      return [...(findGroup(name)?.facts ?? [])].map(([key, value]) => [key, deserialize(value)])
    },
    keep(name, key, value) {
      const group = groups.get(name) ?? open(name)
      removeFact(group, key)
      if (!value) return
      const fact = serialize(value)
      group.facts.set(key, fact)
      group.bytes += sizeOf(key, fact)
      bytes += sizeOf(key, fact)
      const [oldest] = group.facts.keys()
      if (group.facts.size > maxKept && oldest !== undefined) removeFact(group, oldest)
    },
    replace: put,
    get: (name) => groups.get(name) ?? null,
    forget,
  }
}

function sizeOf(key: string, value: Uint8Array): number {
  return overhead + key.length + value.byteLength
}

/** Joins the callers of several processes. The group is as old as its oldest part. */
export function joinGroups(first: FactGroup | null, group: FactGroup): FactGroup {
  if (!first) return group
  const confirmedAt = first.confirmedAt < group.confirmedAt ? first.confirmedAt : group.confirmedAt
  return { ...group, facts: new Map([...first.facts, ...group.facts]), confirmedAt }
}
