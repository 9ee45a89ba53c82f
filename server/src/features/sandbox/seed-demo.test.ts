import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { signIn } from '../../../test/sign-in.js'
import { readImageData } from '../../lib/image-data.js'
import { writeDemoFile } from './demo-file.js'
import { demoShop, otherShop } from './demo-shops.js'
import { demoMerchant } from './demo-wallets.js'
import { readDemoItems, seedDemo } from './seed-demo.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (url: string, apiKey: string) => app.inject({ url, headers: { 'x-api-key': apiKey } })

describe('seedDemo', () => {
  test('default: creates a key with every scope, without a limit of calls', {
    tags: 'slow',
  }, async () => {
    const { apiKey } = await seedDemo(app.ctx, 'a secret')
    const response = await get('/api/status/ping', apiKey)
    expect(response.statusCode).toBe(200)
    expect(response.headers['x-ratelimit-limit']).toBe('1000000000')
  })

  test('behavior: creates a shop without add-on fee and default tax', async () => {
    const { apiKey, shopSlug } = await seedDemo(app.ctx, 'a secret')
    expect((await get('/api/shop/config', apiKey)).json()).toMatchObject({
      config: {
        slug: shopSlug,
        listed: true,
        fees: { processingFeePct: 0 },
        tax: { defaultJurisdictionCode: null, defaultTaxRate: null },
      },
    })
  })

  test('behavior: creates a separate second merchant', async () => {
    const { other, apiKey } = await seedDemo(app.ctx, 'a secret')
    const [ownResponse, foreignResponse] = [
      await get('/api/shop/config', apiKey),
      await get('/api/shop/config', other.apiKey),
    ]
    expect(foreignResponse.json().config.slug).toBe(other.shopSlug)
    expect(foreignResponse.json().config.wallet).not.toBe(ownResponse.json().config.wallet)
  })

  test('behavior: creates the items of the demo file, with pictures', async () => {
    const { apiKey, other } = await seedDemo(app.ctx, 'a secret')
    for (const merchant of [
      { apiKey, slug: demoShop.slug },
      { ...other, slug: otherShop.slug },
    ]) {
      const { items } = (await get('/api/inventory?sort=sku', merchant.apiKey)).json()
      const expected = readDemoItems(merchant.slug)
      const bySku = (list: { sku?: string }[]) =>
        list.toSorted((a, b) => String(a.sku).localeCompare(String(b.sku)))
      const withoutImages = expected.map(({ images: _, ...item }) => item)
      expect(bySku(items)).toMatchObject(bySku(withoutImages))
      const pictures = items.flatMap(({ images }: { images: string[] }) => images)
      expect(pictures).toHaveLength(expected.flatMap(({ images = [] }) => images).length)
      for (const picture of pictures) expect(picture).toMatch(/\/media\/[0-9a-f]{64}\//)
    }
  })

  test('behavior: both shops have a logo and a cover', async () => {
    const { shopSlug, other } = await seedDemo(app.ctx, 'a secret')
    for (const slug of [shopSlug, other.shopSlug]) {
      const page = await app.inject(`/shop/${slug}`)
      for (const [name, pattern] of [
        ['cover', /<img class="cover"[^>]* src="(\/media\/[0-9a-f]{64}\/960\.webp)"/],
        ['logo', /<img class="logo" src="(\/media\/[0-9a-f]{64}\/320\.webp)"/],
      ] as const) {
        const [, path = ''] = pattern.exec(page.body) ?? []
        expect([slug, name, path]).not.toContain('')
        expect((await app.inject(path)).headers['content-type']).toBe('image/webp')
      }
    }
  })

  test('behavior: creates a plan that pays the split, and keeps later changes', async () => {
    const { apiKey, planId, wallet, split } = await seedDemo(app.ctx, 'a secret')
    const headers = { 'x-api-key': apiKey }
    const url = '/api/subscriptions/plans'
    const list = async () => (await app.inject(`${url}?wallet=${wallet.address}`)).json().plans
    expect(await list()).toMatchObject([
      { planId, name: 'Coffee club', priceUsd: 12.5, period: 'MONTHLY' },
    ])
    const { rows } = await app.ctx.db.query('select payout, fee_bps from billing_plan_versions')
    expect(rows).toEqual([{ payout: split, fee_bps: 50 }])

    const payload = { planId, name: 'Tea club' }
    await app.inject({ method: 'PUT', url, headers, payload })
    expect((await seedDemo(app.ctx, 'a secret')).planId).toBe(planId)
    expect(await list()).toMatchObject([{ planId, name: 'Tea club' }])
    await app.inject({ method: 'DELETE', url, headers, payload: { planId } })
    expect((await seedDemo(app.ctx, 'a secret')).planId).toBe(planId)
    expect(await list()).toEqual([])
  })

  test('behavior: does not recreate a deleted item', async () => {
    const { other } = await seedDemo(app.ctx, 'a secret')
    const skus = async () => {
      const { items } = (await get('/api/inventory', other.apiKey)).json()
      return items.map(({ sku }: { sku: string }) => sku).toSorted()
    }
    const [{ id }] = (await get('/api/inventory?q=INK-1', other.apiKey)).json().items
    const headers = { 'x-api-key': other.apiKey }
    await app.inject({ method: 'DELETE', url: `/api/inventory?id=${id}`, headers })
    await seedDemo(app.ctx, 'a secret')
    expect(await skus()).toEqual(['INK-2', 'NOTE-1', 'NOTE-2'])
  })

  test('behavior: keys created in the console have no limit of calls either', async () => {
    await seedDemo(app.ctx, 'a secret')
    const { headers } = await signIn(app, { privateKey: demoMerchant.privateKey })
    const response = await app.inject({
      method: 'POST',
      url: '/api/keys',
      headers,
      payload: { name: 'Till' },
    })
    const pong = await get('/api/status/ping', response.json().apiKey)
    expect(pong.headers['x-ratelimit-limit']).toBe('1000000000')
  })

  test('behavior: a second or concurrent start duplicates nothing', async () => {
    const first = await seedDemo(app.ctx, 'a secret')
    const count = async () =>
      (
        await app.ctx.db.query(
          `select (select count(*) from developer_keys) as keys, (select count(*) from shops) as shops,
             (select count(*) from plan_subscriptions) as subscriptions,
             (select count(*) from members) as members, (select count(*) from items) as items,
             (select count(*) from merchants) as merchants, (select count(*) from billing_plans) as plans`,
        )
      ).rows
    const before = await count()
    const again = await Promise.all([1, 2, 3].map(() => seedDemo(app.ctx, 'a secret')))
    for (const demo of again) expect(demo).toEqual(first)
    expect(await count()).toEqual(before)
  })

  test('behavior: replaces a revoked demo key', async () => {
    const { apiKey } = await seedDemo(app.ctx, 'another secret')
    const { headers } = await signIn(app, { privateKey: demoMerchant.privateKey })
    const keys = (await app.inject({ url: '/api/keys', headers })).json().keys
    const prefix = apiKey.slice(0, apiKey.lastIndexOf('_'))
    const { id } = keys.find((key: { prefix: string }) => key.prefix === prefix)
    await app.inject({ method: 'DELETE', url: `/api/keys/${id}`, headers })
    const next = await seedDemo(app.ctx, 'another secret')
    expect(next.apiKey).not.toBe(apiKey)
    expect((await get('/api/status/ping', next.apiKey)).statusCode).toBe(200)
    expect((await seedDemo(app.ctx, 'another secret')).apiKey).toBe(next.apiKey)
  })

  test('behavior: keeps later changes', async () => {
    await seedDemo(app.ctx, 'a secret')
    const { headers } = await signIn(app, { privateKey: demoMerchant.privateKey })
    const payload = { name: 'Renamed', slug: 'renamed' }
    await app.inject({ method: 'POST', url: '/api/shop/config', headers, payload })
    const { apiKey, shopSlug } = await seedDemo(app.ctx, 'a secret')
    expect(shopSlug).toBe('renamed')
    expect((await get('/api/shop/config', apiKey)).json().config.name).toBe('Renamed')
  })
})

describe('writeDemoFile', () => {
  test('default', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-demo-'))
    const demo = await seedDemo(app.ctx, 'a secret')
    writeDemoFile({ ...app.ctx.config, dataDir }, demo)
    const path = join(dataDir, 'demo.json')
    const file = JSON.parse(readFileSync(path, 'utf8'))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    rmSync(dataDir, { recursive: true })

    expect(file).toMatchObject({
      baseUrl: 'http://tally.test',
      apiKey: demo.apiKey,
      shopSlug: demo.shopSlug,
      cronSecret: app.ctx.config.cronSecret,
      planId: demo.planId,
      otherMerchant: { apiKey: demo.other.apiKey },
    })
    expect(privateKeyToAddress(file.merchantPrivateKey)).toBe(file.merchantWallet)
    expect(privateKeyToAddress(file.otherMerchant.merchantPrivateKey)).toBe(
      file.otherMerchant.merchantWallet,
    )
    expect(privateKeyToAddress(file.buyerPrivateKey)).not.toBe(file.merchantWallet)
  })
})

const all = [demoShop, otherShop].flatMap(({ slug }) => readDemoItems(slug))

describe('readDemoItems', () => {
  test('default', () => {
    expect(readDemoItems(demoShop.slug)[0]).toMatchObject({
      sku: 'COFFEE-1',
      priceUsd: 14.5,
      images: [expect.stringMatching(/^data:image\/webp;base64,/)],
    })
  })

  test.each(all.map((item) => [item.sku, item] as const))(
    'behavior: %s has a valid picture of limited size',
    (_sku, { images = [] }) => {
      const [read] = images.map((image) => readImageData(image, { maxBytes: 16_384 }))
      expect(read).toMatchObject({ value: { type: 'image/webp' } })
    },
  )

  test('behavior: has unique SKUs', () => {
    const skus = all.map(({ sku }) => sku)
    expect(new Set(skus).size).toBe(skus.length)
  })

  test('error: throws for a shop without items', () => {
    expect(() => readDemoItems('elsewhere')).toThrow('no demo items for elsewhere')
  })
})
