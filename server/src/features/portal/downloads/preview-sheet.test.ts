import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdfText } from '../../../../test/fixtures/read-pdf-text.js'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const config = {
  name: 'Hollow Oak',
  contact: { email: 'help@oak.example' },
  theme: { secondaryColor: '#0F6E5B' },
  tax: { taxId: 'DE 1' },
}
const preview = (seller: Seller, change: object) => seller.act('/api/shop/receipt-preview', change)

/** Returns the texts of a preview. */
async function textsOf(seller: Seller, change: object): Promise<string[]> {
  const response = await preview(seller, change)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  return readPdfText(response.rawPayload)
}

/** Sells one item. */
async function sell(seller: Seller, { id, label }: { id: string; label: string }): Promise<void> {
  const receipt = { id, lineItems: [{ label, priceUsd: 4 }], totalUsd: 4 }
  const response = await seller.post('/api/receipts', receipt)
  expect(response.statusCode, response.body).toBe(201)
  app.ctx.clock.advance(1_000)
}

const configOf = async (seller: Seller) => (await seller.get('/api/shop/config')).json().config

describe('POST /api/shop/receipt-preview', () => {
  test('default: prints the newest receipt with the draft, and saves nothing', async () => {
    const seller = await aSeller(app, { config })
    await sell(seller, { id: 'r-1', label: 'First tea' })
    await sell(seller, { id: 'r-2', label: 'Second tea' })
    const before = await configOf(seller)

    const texts = await textsOf(seller, {
      name: 'Hollow Ash',
      contact: { phone: '+49 30 1234567', termsUrl: 'https://ash.example/terms' },
      tax: { taxId: 'DE 2' },
    })
    expect(texts).toEqual(expect.arrayContaining(['Hollow Ash', 'r-2', 'Second tea', 'DE 2']))
    const footer = texts.join('\n')
    for (const text of ['+49 30 1234567', 'https://ash.example/terms', 'help@oak.example']) {
      expect(footer).toContain(text)
    }
    expect(footer).not.toMatch(/First tea|Hollow Oak|DE 1/)
    expect(await configOf(seller)).toEqual(before)
    expect((await seller.get('/api/receipts/r-2')).json().brandName).toBe('Hollow Oak')
  })

  test('behavior: the name on receipts stands above the name of the shop', async () => {
    const seller = await aSeller(app, { config })
    expect((await textsOf(seller, { theme: { brandName: 'Ash & Co' } }))[0]).toBe('Ash & Co')
    expect((await textsOf(seller, {}))[0]).toBe('Hollow Oak')
  })

  test('behavior: prints a sample before the first receipt', async () => {
    const texts = await textsOf(await aSeller(app), { name: 'Hollow Ash' })
    expect(texts).toEqual(expect.arrayContaining(['Hollow Ash', 'sample', 'Sample item']))
  })

  test('behavior: an emptied contact is left out', async () => {
    const seller = await aSeller(app, { config })
    const texts = await textsOf(seller, { contact: { email: '' }, tax: { taxId: '' } })
    expect(texts.join('\n')).not.toMatch(/help@oak.example|DE 1/)
  })

  test('behavior: colors and pictures are those of the draft', { tags: 'slow' }, async () => {
    const seller = await aSeller(app, { config })
    await sell(seller, { id: 'r-1', label: 'Tea' })
    const print = async (theme: object) => (await preview(seller, { theme })).rawPayload
    const saved = await print({})
    expect(await print({ secondaryColor: '#0F6E5B' })).toEqual(saved)
    expect(await print({ secondaryColor: '#8A1F4B' })).not.toEqual(saved)

    const payload = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#0B4F4A' },
    })
      .png()
      .toBuffer()
    const headers = { ...seller.headers, 'content-type': 'image/png' }
    const uploaded = await app.inject({ method: 'POST', url: '/api/media', headers, payload })
    const receiptBackgroundUrl = uploaded.json().picture.url
    expect(saved.includes('/DCTDecode')).toBe(false)
    expect((await print({ receiptBackgroundUrl })).includes('/DCTDecode')).toBe(true)
    // Pictures of other hosts are never loaded.
    const foreign = { receiptBackgroundUrl: 'https://evil.test/a.png' }
    expect((await print(foreign)).includes('/DCTDecode')).toBe(false)
  })

  test('behavior: never shows a receipt of another merchant', async () => {
    const other = await aSeller(app, { config })
    await sell(other, { id: 'r-1', label: 'Private tea' })
    const seller = await aSeller(app)
    const texts = await textsOf(seller, { receiptId: 'r-1', id: 'r-1' })
    expect(texts).toContain('Sample item')
    expect(texts.join('\n')).not.toMatch(/Private tea|Hollow Oak/)

    const { wallet } = other
    const url = `/api/shop/receipt-preview?wallet=${wallet}`
    for (const response of [await seller.act(url, {}), await preview(seller, { wallet })]) {
      expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
    }
  })

  test('behavior: only members who may change the shop see a preview', async () => {
    const seller = await aSeller(app, { config })
    const url = `/api/shop/receipt-preview?wallet=${seller.wallet}`
    for (const [role, status] of [
      ['admin', 200],
      ['accountant', 403],
      ['cashier', 403],
    ] as const) {
      const { headers } = await aMember(app, { merchant: seller.wallet, role })
      const response = await app.inject({ method: 'POST', url, headers, payload: {} })
      expect([role, response.statusCode]).toEqual([role, status])
    }
  })

  test.each([
    ['a line break', { name: 'Oak\nAsh' }, 'name'],
    ['a long name', { theme: { brandName: 'a'.repeat(81) } }, 'theme.brandName'],
    ['a style', { theme: { secondaryColor: 'red;}body{' } }, 'theme.secondaryColor'],
    ['a script', { contact: { termsUrl: 'javascript:alert(1)' } }, 'contact.termsUrl'],
    ['a header', { contact: { email: 'a@b.example?bcc=c@d.example' } }, 'contact.email'],
    ['a phrase', { contact: { phone: 'call me' } }, 'contact.phone'],
    ['a number', { name: 12 }, 'name'],
    ['a list', { theme: [] }, 'theme'],
  ])('error: refuses %s as the save does', async (_, change, field) => {
    const seller = await aSeller(app, { config })
    const before = await configOf(seller)
    const refused = await preview(seller, change)
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_input'])
    expect(refused.json().message).toContain(field)
    const saved = await seller.act('/api/shop/config', change)
    expect(saved.json().message).toBe(refused.json().message)
    expect(await configOf(seller)).toEqual(before)
  })
})
