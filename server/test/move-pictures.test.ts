import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './harness.js'
import { moveWithKills } from './kill-mover.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('movePictures in a process that is killed', () => {
  test('default: loses no picture, and orders go on', { timeout: 120_000 }, async () => {
    const { found, placed, failed } = await moveWithKills(app, {
      items: 150,
      pictures: 20,
      kills: 1,
    })
    expect({ found, failed }).toEqual({ found: 150, failed: [] })
    expect(placed).toBeGreaterThan(0)
  })
})
