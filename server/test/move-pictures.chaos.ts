import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from './harness.js'
import { moveWithKills } from './kill-mover.js'

const items = Number(process.env['ITEMS'] ?? 10_000)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('movePictures in a process that is killed', () => {
  test(`default: ${items} items, half as many pictures`, async () => {
    const pictures = Math.ceil(items / 2)
    const moved = await moveWithKills(app, { items, pictures, kills: 5 })
    expect(moved).toMatchObject({ found: items, failed: [] })
    expect(moved.placed).toBeGreaterThan(0)
  })
})
