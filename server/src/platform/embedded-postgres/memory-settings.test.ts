import { totalmem } from 'node:os'
import { describe, expect, test } from 'vitest'
import { memoryOfMachine, memorySettings } from './memory-settings.js'

const gibibyte = 1_073_741_824

describe('memorySettings', () => {
  test.each([
    ['a small server', 0.5, 128, 1_024],
    ['a server of 1 GB', 1, 128, 1_024],
    ['a server of 4 GB', 4, 512, 1_024],
    ['a server of 8 GB', 8, 1_024, 2_048],
    ['a large server', 64, 1_024, 2_048],
  ])('default: %s', (_name, gibibytes, buffers, log) => {
    expect(memorySettings(gibibytes * gibibyte)).toEqual([
      `shared_buffers=${buffers}MB`,
      `max_wal_size=${log}MB`,
    ])
  })
})

describe('memoryOfMachine', () => {
  test('default', () => {
    expect(memoryOfMachine()).toBeGreaterThan(0)
    expect(memoryOfMachine()).toBeLessThanOrEqual(totalmem())
  })
})
