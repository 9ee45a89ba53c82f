import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { seedSplit } from '../split/seed-split.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const mug = { sku: 'MUG', name: 'Mug', priceUsd: 8 }

function aShop(slug: string, options: Parameters<typeof aSeller>[1] = {}) {
  const config = { name: slug, slug, listed: true, ...options.config }
  return aSeller(app, { items: [mug], ...options, config })
}

/** Returns the example orders of the shops that agents can buy from. */
async function examples() {
  const { items } = (await app.inject('/discovery/resources')).json()
  return items
    .map(({ metadata }: { metadata: { input: object } }) => metadata.input)
    .filter((input: object) => 'shopSlug' in input)
}

describe('createSellableShops', () => {
  test('default', async () => {
    const closed = await aShop('without-split', { hasSplit: false })
    await aShop('without-items', { items: [] })
    await aShop('with-inactive-items', { items: [{ ...mug, active: false }] })
    await aShop('sold-out', { items: [{ ...mug, stockQty: 0 }] })
    await aShop('too-cheap', { items: [{ ...mug, priceUsd: 0.05 }] })
    const payments = { acceptedTokens: ['ETH' as const], defaultPaymentToken: 'ETH' as const }
    await aShop('without-usdc', { config: { payments } })
    const inEuros = { sku: 'B', name: 'Mug', price: 7, currency: 'EUR', stockQty: 1 }
    await aShop('euros', { items: [inEuros] })
    await aShop('open', {
      items: [{ ...mug, sku: 'A', stockQty: 0 }, inEuros, { ...mug, sku: 'C' }],
    })
    const open = [
      { shopSlug: 'euros', items: [{ sku: 'B', qty: 1 }] },
      { shopSlug: 'open', items: [{ sku: 'C', qty: 1 }] },
    ]
    expect(await examples()).toEqual(open)

    await seedSplit(app.ctx, { merchant: closed.wallet })
    app.ctx.clock.advance(9_999)
    expect(await examples()).toEqual(open)
    app.ctx.clock.advance(1)
    const opened = { shopSlug: 'without-split', items: [{ sku: 'MUG', qty: 1 }] }
    expect(await examples()).toEqual([...open, opened])
  })
})
