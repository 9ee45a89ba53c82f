/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useOwnService } from '../helpers/client.js'
import { makeNewOwner, openConsole } from '../helpers/console/open-console.js'

const service = useOwnService({})
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** As many as a file may have. */
const rows = 20_000

describe('the import of the largest file', () => {
  test('default: shows its progress, changes nothing when canceled, and else everything', async () => {
    const shopkeeper = await makeNewOwner(service)
    const options = { shopkeeper, path: '/catalog/import', width: 390 }
    const { page, pageErrors, ...opened } = await openConsole(browser, service, options)
    const csv = Array.from({ length: rows }, (_, row) => `S-${row},Thing ${row},${row % 90}.50,tea`)
    const countItems = async () => {
      const { body } = await shopkeeper.program<{ items: number }>('GET /api/inventory/facets')
      return body.items
    }
    await page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'things.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['sku,name,priceUsd,category', ...csv].join('\n')),
    })
    const apply = page.getByRole('button', { name: 'Apply 20,000 changes' })
    const progress = page.getByText(/^Saving the changes, \d+\s%$/)
    const percents = new Set<number>()
    const readPercent = async () => {
      const [text = ''] = await progress.allTextContents()
      const percent = Number(/(\d+)%/.exec(text)?.[1] ?? 0)
      if (percent > 0) percents.add(percent)
      return percent
    }

    await apply.click()
    await expect.poll(readPercent, { interval: 20, timeout: 60_000 }).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled. Nothing was changed.').waitFor()
    expect(await countItems()).toBe(0)

    percents.clear()
    const startedAt = performance.now()
    await apply.click()
    const done = page.getByText('20,000 new, 0 changed.')
    const isDone = async () => {
      await readPercent()
      return done.isVisible()
    }
    await expect.poll(isDone, { interval: 20, timeout: 120_000 }).toBe(true)
    const seconds = (performance.now() - startedAt) / 1_000
    const shown = [...percents]
    process.stdout.write(`20,000 rows: ${seconds.toFixed(1)} s, showing ${shown.join(', ')} %\n`)
    expect(shown.length).toBeGreaterThan(2)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))
    expect(await countItems()).toBe(rows)
    expect(pageErrors).toEqual([])
    await opened.close()
  }, 300_000)
})
