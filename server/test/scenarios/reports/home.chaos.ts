import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { createTestApp, type TestApp } from '../../harness.js'
import { checkHome, fillShop } from './check-home.js'

const shops = 10
const rounds = 100

let app: TestApp
let seller: Seller
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-limits-'))
  const limitsFile = join(folder, 'limits.json')
  const many = { merchant: 1_000_000, network: 1_000_000, platform: 1_000_000 }
  writeFileSync(limitsFile, JSON.stringify({ limits: { reports: many, 'receipt-exports': many } }))
  app = await createTestApp({ environment: { LIMITS_FILE: limitsFile } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('GET /api/reports/home', () => {
  test.each(Array.from({ length: shops }, (_, index) => index))(
    `behavior: ${rounds} figures of shop %i equal their lists and the reports`,
    async (index) => {
      seller = await aSeller(app, { callsPerMinute: 10_000 })
      await fillShop(app, seller, { seed: 1_000 + index })
      for (let round = 0; round < rounds; round += 1) {
        await checkHome(app, seller, { seed: index * rounds + round })
      }
    },
    1_800_000,
  )
})
