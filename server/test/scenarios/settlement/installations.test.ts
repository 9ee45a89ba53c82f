import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWatcher } from '../../../src/features/settlement/round.js'
import { seedSplit } from '../../../src/features/split/seed-split.js'
import type { Address } from '../../../src/lib/hex.js'
import { aDeveloper, aWallet } from '../../fixtures/factories.js'
import { createTestApp, type TestApp } from '../../harness.js'
import { type Paying, paymentsOn, startPaying } from '../../paying.js'

/** Two installations on one chain. The second has a copy of the first one's database. */
let production: Paying
let staging: TestApp
beforeAll(async () => {
  production = await startPaying()
  const environment = { ...production.chain.environment, INSTALLATION_ID: 'staging' }
  staging = await createTestApp({ environment })
}, 60_000)
afterAll(async () => {
  await staging.close()
  await production.close()
})

const body = { id: 'r-1', totalUsd: 5, lineItems: [{ label: 'A', priceUsd: 5 }] }

/** Creates the same receipt of the same merchant in an installation. */
async function createReceipt(app: TestApp, wallet: Address): Promise<Record<string, string>> {
  const { apiKey } = await aDeveloper(app.ctx, { wallet })
  const headers = { 'x-api-key': apiKey }
  const url = '/api/receipts'
  const response = await app.inject({ method: 'POST', url, headers, payload: body })
  expect(response.statusCode, response.body).toBe(201)
  return headers
}

describe('two installations with the same merchant', { timeout: 60_000 }, () => {
  test('default: one payment pays one of two receipts with the same id', async () => {
    const { chain: node } = staging.ctx
    if (!node) throw new Error('the app has no chain')
    const watcher = createWatcher(staging.ctx, node)
    const signal = new AbortController().signal
    await watcher.runRound(signal)

    const wallet = aWallet()
    const here = await createReceipt(production.app, wallet)
    const existingReceipt = await createReceipt(staging, wallet)
    const to = await production.depositOf(wallet, 'r-1')
    const elsewhere = paymentsOn({ app: staging, chain: production.chain })
    expect(await elsewhere.depositOf(wallet, 'r-1')).not.toBe(to)

    await production.pay('USDC', { from: production.buyer, to, units: 5_000_000n })
    await production.watch()
    await watcher.runRound(signal)
    const url = '/api/receipts/r-1'
    const paid = (await production.app.inject({ url, headers: here })).json()
    expect(paid.status).toBe('paid')
    const unpaid = (await staging.inject({ url, headers: existingReceipt })).json()
    expect(unpaid.status).toBe('pending')
  })

  test('behavior: their splits have different addresses', async () => {
    const merchant = aWallet()
    const addresses: string[] = []
    for (const app of [production.app, staging]) {
      await aDeveloper(app.ctx, { wallet: merchant })
      addresses.push((await seedSplit(app.ctx, { merchant, deploy: false })).address)
    }
    expect(new Set(addresses).size).toBe(2)
  })
})
