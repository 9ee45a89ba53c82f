import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './harness.js'
import { moveWithKills } from './kill-mover.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('movePictures in a process that is killed', () => {
  test('default: 10,000 items, 5,000 pictures', async () => {
    const moved = await moveWithKills(app, { items: 10_000, pictures: 5_000, kills: 5 })
    expect(moved).toMatchObject({ found: 10_000, failed: 0 })
    expect(moved.placed).toBeGreaterThan(0)
  })
})
