import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { errorOf, placeOrder, unique, useService } from './client.js'

const service = useService()

type Config = Record<string, unknown> & { theme: Record<string, string>; updatedAt: number }
type ConfigAnswer = { config: Config }

const read = async () => (await service.program<ConfigAnswer>('GET /api/shop/config')).body.config
const change = (body: object) => service.owner<ConfigAnswer>('POST /api/shop/config', { body })

describe('GET /api/shop/config', () => {
  test('behavior: {config} with branding, layout and tax defaults', async () => {
    const { status, body } = await service.program<ConfigAnswer>('GET /api/shop/config')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['config'])
    expect(body.config).toMatchObject({
      ...{ wallet: service.demo.merchantWallet, slug: service.demo.shopSlug },
      ...{ name: 'Notch & Bean', description: expect.any(String), brandKey: 'default' },
      ...{ industryPack: 'restaurant', categories: ['food', 'coffee'], listed: true },
      keywords: expect.arrayContaining(['coffee']),
      layout: { mode: 'grid', showCategories: true, showSearch: true },
      tax: { defaultJurisdictionCode: null, defaultTaxRate: null, priceIncludesTax: false },
      fees: { processingFeePct: 0 },
      payments: {
        defaultPaymentToken: 'USDC',
        acceptedTokens: ['USDC', 'USDT', 'EURC', 'ETH'],
        expiryMinutes: null,
      },
      updatedAt: expect.any(Number),
    })
    expect(Object.keys(body.config.theme).sort()).toEqual([
      ...['brandFaviconUrl', 'brandLogoUrl', 'brandName', 'coverPhotoUrl', 'fontFamily'],
      ...['primaryColor', 'receiptBackgroundUrl', 'secondaryColor'],
    ])
  })

  test('behavior: the wallet is resolved from the key, not from what a client says', async () => {
    const { merchantWallet } = service.demo.otherMerchant
    const { body } = await service.program<ConfigAnswer>(
      `GET /api/shop/config?wallet=${merchantWallet}`,
      { headers: { 'x-wallet': merchantWallet } },
    )
    expect(body.config['wallet']).toBe(service.demo.merchantWallet)
  })

  test('behavior: a first sign-in makes an unlisted shop', async () => {
    const { ask, wallet } = await service.signIn(generatePrivateKey())
    const { body } = await ask('GET /api/shop/config')
    expect(body['config']).toMatchObject({ wallet, listed: false })
  })

  test('error: 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/shop/config'))).toBe('401 unauthorized')
  })
})

describe('POST /api/shop/config', () => {
  test('behavior: takes any part, keeps the rest, and answers {ok, config}', async () => {
    const before = await read()
    const brandName = unique('Brand')
    const { status, body } = await change({ theme: { brandName } })
    try {
      expect(status).toBe(200)
      expect(body).toMatchObject({ ok: true })
      const expected = { ...before, theme: { ...before.theme, brandName } }
      expect(body.config).toEqual({ ...expected, updatedAt: body.config.updatedAt })
      expect(await read()).toEqual(body.config)
      expect((await placeOrder(service.program))['brandName']).toBe(brandName)
    } finally {
      await change({ theme: { brandName: before.theme['brandName'] } })
    }
    expect((await read()).theme).toEqual(before.theme)
  })

  test('behavior: the default jurisdiction taxes orders that do not say', async () => {
    await change({ tax: { defaultJurisdictionCode: 'US-CA' } })
    try {
      const order = await placeOrder(service.program)
      expect(order).toMatchObject({ jurisdictionCode: 'US-CA', taxRate: 0.0725 })
    } finally {
      await change({ tax: { defaultJurisdictionCode: null } })
    }
    expect(await placeOrder(service.program)).toMatchObject({ taxRate: 0 })
  })

  test('error: 409 for a slug that another shop has', async () => {
    const body = { slug: service.demo.otherMerchant.shopSlug }
    expect(errorOf(await service.owner('POST /api/shop/config', { body }))).toBe('409 conflict')
  })

  test.each([
    { theme: { primaryColor: 'red' } },
    { theme: { brandLogoUrl: 'javascript:alert(1)' } },
    { tax: { defaultTaxRate: 1.5 } },
    { tax: { defaultJurisdictionCode: 'XX-NOWHERE' } },
    { fees: { processingFeePct: -1 } },
    { payments: { defaultPaymentToken: 'DOGE' } },
    { listed: 'yes' },
  ])('error: 400 invalid_input for %j', async (body) => {
    const before = await read()
    const answer = await service.owner('POST /api/shop/config', { body })
    expect(errorOf(answer)).toBe('400 invalid_input')
    expect(await read()).toEqual(before)
  })
})

describe('GET /api/site/config', () => {
  test('behavior: public, and the fields of 2.5', async () => {
    const { status, body } = await service.anyone('GET /api/site/config')
    expect(status).toBe(200)
    const text = expect.any(String)
    expect(body).toEqual({
      theme: {
        ...{ primaryColor: text, secondaryColor: text, brandLogoUrl: text, brandFaviconUrl: text },
        ...{ brandName: text, fontFamily: text, receiptBackgroundUrl: text },
      },
      defaultPaymentToken: 'USDC',
      processingFeePct: 0.5,
    })
  })
})
