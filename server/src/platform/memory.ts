import { LRUCache } from 'lru-cache'

/** One kind of cached value. Its name is part of the key. */
export type MemorySlot<Value extends object> = {
  name: string
  /** Estimates the bytes of a value. Zero for an empty value, such as an empty list. */
  sizeOf: (value: Value) => number
}

/**
 * Cached values that this process read before, the most recently used first. Other processes change
 * them at any time, so a value carries its version, and the write that relied on it compares the
 * version.
 */
export type Memory = {
  find<Value extends object>(slot: MemorySlot<Value>, key: string): Value | null
  set<Value extends object>(slot: MemorySlot<Value>, key: string, value: Value): void
}

const maxBytes = 128 * 1_048_576
/** A larger value is read every time, so that a few large ones do not replace all others. */
const maxValueBytes = 1_048_576
/** For the references to a value. The cache accepts no value without a size. */
const overhead = 64

/** Creates an empty memory. */
export function createMemory(): Memory {
  const values = new LRUCache<string, object>({
    maxSize: maxBytes,
    maxEntrySize: maxValueBytes,
  })
  return {
    find<Value extends object>({ name }: MemorySlot<Value>, key: string) {
      return (values.get(`${name}:${key}`) as Value | undefined) ?? null
    },
    set({ name, sizeOf }, key, value) {
      values.set(`${name}:${key}`, value, { size: overhead + sizeOf(value) })
    },
  }
}
