import { LRUCache } from 'lru-cache'

/** One kind of fact. Its name is part of the key. */
export type MemorySlot<Value extends object> = {
  name: string
  /** Estimates how many bytes a fact takes. Zero for an empty fact, such as an empty list. */
  sizeOf: (value: Value) => number
}

/**
 * Facts that this process read before, the most recently used first. Other processes change them at
 * any time, so a fact carries its version, and the write that relied on it compares the version.
 */
export type Memory = {
  find<Value extends object>(slot: MemorySlot<Value>, key: string): Value | null
  keep<Value extends object>(slot: MemorySlot<Value>, key: string, value: Value): void
}

const maxBytes = 128 * 1_048_576
/** A fact beyond this size is read every time, so that a few large ones do not replace all others. */
const maxFactBytes = 1_048_576
/** For the references to a fact. The cache accepts no fact without a size. */
const overhead = 64

/** Creates an empty memory. */
export function createMemory(): Memory {
  const facts = new LRUCache<string, object>({
    maxSize: maxBytes,
    maxEntrySize: maxFactBytes,
  })
  return {
    find<Value extends object>({ name }: MemorySlot<Value>, key: string) {
      return (facts.get(`${name}:${key}`) as Value | undefined) ?? null
    },
    keep({ name, sizeOf }, key, value) {
      facts.set(`${name}:${key}`, value, { size: overhead + sizeOf(value) })
    },
  }
}
