// @module-tag slow
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeShopkeeper, openConsole, type Shopkeeper } from '../helpers/console/open-console.js'

const service = useService()
let browser: Browser
let shopkeeper: Shopkeeper
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  shopkeeper = await makeShopkeeper(service)
})

const ids = ['INV-1', 'INV-2']

/** Opens the list of receipts, which seems to have further pages. */
async function openList({ isLong }: { isLong: boolean }) {
  for (const id of ids) await makeReceipt(shopkeeper.program, { id })
  const { page } = await openConsole(browser, service, { shopkeeper, path: '/sign-in' })
  if (isLong) {
    await page.route(/\/api\/receipts\?/, async (route) => {
      const response = await route.fetch()
      const list = await response.json()
      await route.fulfill({ response, json: { ...list, nextCursor: list.nextCursor ?? 'more' } })
    })
  }
  await page.goto(`${service.demo.baseUrl}/console/receipts`)
  return page
}

const readJobs = async (kind: string) => {
  type Jobs = { jobs: { state: string; done: number }[] }
  return (await shopkeeper.send<Jobs>(`GET /api/jobs?kind=${kind}`)).body.jobs
}

describe('work in the background', () => {
  test('default: a long list is exported, and its file stays after a reload', async () => {
    const page = await openList({ isLong: true })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    const exported = file.trim().split('\r\n').slice(1)
    expect(exported.map((row) => row.split(',')[0]).toSorted()).toEqual(ids)
    await page.getByText('The file with 2 receipts is ready.').waitFor()
    await page.reload()
    const again = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect(await readFile(await (await again).path(), 'utf8')).toBe(file)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Download' }).waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('behavior: an export that waits shows after a reload, and is canceled', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `S-${at},Thing ${at},1`)
    const page = await openList({ isLong: true })
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    // The jobs of a merchant run one after the other.
    const csv = ['sku,name,priceUsd', ...rows].join('\n')
    const started = await page.request.post(`${service.demo.baseUrl}/api/jobs/import`, {
      params: { wallet: shopkeeper.wallet },
      headers: { ...shopkeeper.headers, 'content-type': 'text/csv' },
      data: csv,
    })
    expect(started.status()).toBe(202)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByText('Exporting receipts').waitFor()
    await page.reload()
    await page.getByText('Exporting receipts').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled.').waitFor()
    expect(await readJobs('export')).toMatchObject([{ state: 'canceled', done: 0 }])
    await page.context().close()
  })

  test('behavior: payments of several receipts are looked for', async () => {
    const page = await openList({ isLong: false })
    for (const id of ids) await page.getByRole('checkbox', { name: `Choose ${id}` }).check()
    await page.getByRole('button', { name: 'Look for payments' }).click()
    await page.getByText('No payment was missed on 2 receipts.').waitFor()
    expect(await readJobs('rescan')).toMatchObject([{ state: 'done', done: 2 }])
    await page.context().close()
  })

  test('behavior: a deployment is followed until its contract is on chain', async () => {
    const { page } = await openConsole(browser, service, { shopkeeper, path: '/payouts' })
    await page.getByRole('button', { name: 'Deploy now' }).click()
    await page.getByText('Deployed', { exact: true }).waitFor()
    await expect.poll(() => readJobs('deployment')).toMatchObject([{ state: 'done' }])
    await page.context().close()
  })
})
