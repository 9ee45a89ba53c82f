import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import type { ResolveHost } from '../../platform/outbound/resolve-host.js'
import { keepSmallThumbs, prepareOrder } from './prepare-order.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app, { items: [{ sku: 'T', name: 'Tea', priceUsd: 1 }] })
})
afterAll(() => app.close())

/** As a live service does it, on an internet where names lead wherever the test says. */
function prepare(resolveHost: ResolveHost, body: object) {
  const ctx = { ...app.ctx, config: { ...app.ctx.config, mode: 'live' as const }, resolveHost }
  return prepareOrder(ctx, { merchant: seller.wallet, body })
}

const one = { items: [{ sku: 'T', qty: 1 }] }
const unknown = { items: [{ sku: 'X', qty: 1 }] }
const webhook_url = 'https://hooks.example.com/x'

describe('prepareOrder, in live mode', () => {
  test('default', async () => {
    const { checkout } = await prepare(async () => ['8.8.8.8'], { ...one, webhook_url })
    expect(checkout.webhookUrl).toBe(webhook_url)
  })

  test('error: a webhook whose name leads into our own network, before what is not sold', async () => {
    const inside: ResolveHost = async () => ['192.168.0.1']
    for (const order of [one, unknown]) {
      await expect(prepare(inside, { ...order, webhook_url })).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'webhook_url must be an address on the public internet',
      })
    }
    await expect(prepare(inside, { items: [], webhook_url })).rejects.toMatchObject({
      code: 'items_required',
    })
  })

  test('behavior: without a webhook nothing is looked up', async () => {
    let asked = 0
    const { checkout } = await prepare(async () => [`10.0.0.${++asked}`], one)
    expect([checkout.webhookUrl, asked]).toEqual([null, 0])
  })
})

const line = (length: number | null) => ({ thumb: length === null ? null : 'x'.repeat(length) })
const lengths = (lines: { thumb: string | null }[]) =>
  lines.map(({ thumb }) => thumb?.length ?? null)

describe('keepSmallThumbs', () => {
  test('default: everything while there is room', () => {
    const lines = [line(null), line(16_384), line(16_384), line(16_384), line(16_384)]
    expect(keepSmallThumbs(lines)).toEqual(lines)
  })

  test('behavior: what finds no room is left out, something smaller may still fit', () => {
    const lines = [line(65_000), line(1_000), line(500), line(36), line(1)]
    expect(lengths(keepSmallThumbs(lines))).toEqual([65_000, null, 500, 36, null])
  })

  test('property: no line is lost, and all pictures together have room', () => {
    const picture = fc.option(fc.integer({ min: 0, max: 16_384 }))
    fc.assert(
      fc.property(fc.array(picture, { maxLength: 50 }), (given) => {
        const kept = lengths(keepSmallThumbs(given.map(line)))
        expect(kept).toHaveLength(given.length)
        expect(kept.every((length, index) => length === null || length === given[index])).toBe(true)
        expect(kept.reduce<number>((sum, length) => sum + (length ?? 0), 0)).toBeLessThanOrEqual(
          65_536,
        )
      }),
      { numRuns: 100 },
    )
  })
})
