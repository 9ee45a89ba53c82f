import { describe, expect, test } from 'vitest'
import { errorOf, placeOrder, type SendRequest, unique, useService } from '../helpers/client.js'

const service = useService()

type Config = Record<string, unknown> & { theme: Record<string, string>; updatedAt: number }
type ConfigResponse = { config: Config }

const read = async (send: SendRequest) =>
  (await send<ConfigResponse>('GET /api/shop/config')).body.config

/** Makes a merchant whose settings a test may change. */
async function newShop() {
  const { send, program } = await service.newSeller()
  const change = (body: object) => send<ConfigResponse>('POST /api/shop/config', { body })
  return { program, change }
}

describe('GET /api/shop/config', () => {
  test('behavior: returns {config} with branding, layout and tax defaults', async () => {
    const { status, body } = await service.program<ConfigResponse>('GET /api/shop/config')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['config'])
    expect(body.config).toMatchObject({
      wallet: service.demo.merchantWallet,
      slug: service.demo.shopSlug,
      name: 'Notch & Bean',
      description: expect.any(String),
      brandKey: 'default',
      industryPack: 'restaurant',
      categories: ['food', 'coffee'],
      listed: true,
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
      'brandFaviconUrl',
      'brandLogoUrl',
      'brandName',
      'coverPhotoUrl',
      'fontFamily',
      'primaryColor',
      'receiptBackgroundUrl',
      'secondaryColor',
    ])
  })

  test('behavior: uses the wallet of the key and ignores one sent by the client', async () => {
    const { merchantWallet } = service.demo.otherMerchant
    const { body } = await service.program<ConfigResponse>(
      `GET /api/shop/config?wallet=${merchantWallet}`,
      { headers: { 'x-wallet': merchantWallet } },
    )
    expect(body.config['wallet']).toBe(service.demo.merchantWallet)
  })

  test('behavior: the first sign-in creates an unlisted shop', async () => {
    const { send, wallet } = await service.newMerchant()
    const { body } = await send('GET /api/shop/config')
    expect(body['config']).toMatchObject({ wallet, listed: false })
  })

  test('error: returns 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/shop/config'))).toBe('401 unauthorized')
  })
})

describe('POST /api/shop/config', () => {
  test('behavior: changes the given fields, keeps the others and returns {ok, config}', async () => {
    const { program, change } = await newShop()
    const before = await read(program)
    const brandName = unique('Brand')
    const { status, body } = await change({ theme: { brandName } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true })
    const expected = { ...before, theme: { ...before.theme, brandName } }
    const { revision, updatedAt } = body.config
    expect(body.config).toEqual({ ...expected, revision, updatedAt })
    expect(revision).toBe(Number(before['revision']) + 1)
    expect(await read(program)).toEqual(body.config)
    expect((await placeOrder(program))['brandName']).toBe(brandName)
    await change({ theme: { brandName: before.theme['brandName'] } })
    expect((await read(program)).theme).toEqual(before.theme)
  })

  test('behavior: the default jurisdiction taxes orders without one', async () => {
    const { program, change } = await newShop()
    await change({ tax: { defaultJurisdictionCode: 'US-CA' } })
    const order = await placeOrder(program)
    expect(order).toMatchObject({ jurisdictionCode: 'US-CA', taxRate: 0.0725 })
    await change({ tax: { defaultJurisdictionCode: null } })
    expect(await placeOrder(program)).toMatchObject({ taxRate: 0 })
  })

  test('error: returns 409 for the slug of another shop', async () => {
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
  ])('error: returns 400 invalid_input for %j', async (body) => {
    const before = await read(service.program)
    const response = await service.owner('POST /api/shop/config', { body })
    expect(errorOf(response)).toBe('400 invalid_input')
    expect(await read(service.program)).toEqual(before)
  })
})
