import { describe, expect, test } from 'vitest'
import { createMemory, type MemorySlot } from './memory.js'

const small: MemorySlot<{ text: string }> = { name: 'small', sizeOf: () => 100 }
const large: MemorySlot<{ text: string }> = { name: 'large', sizeOf: () => 1_000_000 }

describe('createMemory', () => {
  test('default', () => {
    const memory = createMemory()
    memory.set(small, 'a', { text: 'one' })
    expect(memory.find(small, 'a')).toEqual({ text: 'one' })
    expect(memory.find(small, 'b')).toBeNull()
  })

  test('behavior: slots do not share keys', () => {
    const memory = createMemory()
    memory.set(small, 'a', { text: 'one' })
    expect(memory.find(large, 'a')).toBeNull()
  })

  test('behavior: forgets the least recently used facts first', () => {
    const memory = createMemory()
    memory.set(small, 'old', { text: 'old' })
    for (let index = 0; index < 140; index += 1) {
      memory.set(large, String(index), { text: 'large' })
      memory.find(large, '0')
    }
    expect(memory.find(small, 'old')).toBeNull()
    expect(memory.find(large, '0')).not.toBeNull()
    expect(memory.find(large, '1')).toBeNull()
  })

  test('behavior: keeps a fact without content', () => {
    const memory = createMemory()
    memory.set({ name: 'empty', sizeOf: () => 0 }, 'a', { text: '' })
    expect(memory.find({ name: 'empty', sizeOf: () => 0 }, 'a')).toEqual({ text: '' })
  })

  test('behavior: does not keep a fact that is too large', () => {
    const memory = createMemory()
    memory.set({ name: 'huge', sizeOf: () => 2_000_000 }, 'a', { text: 'huge' })
    expect(memory.find({ name: 'huge', sizeOf: () => 1 }, 'a')).toBeNull()
  })
})
