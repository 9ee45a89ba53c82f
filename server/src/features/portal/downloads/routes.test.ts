import { drawQr } from '@tallystick/web/qr'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, type Buyer } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { checksumAddress } from '../../../lib/hex.js'
import { receiptFileName } from './routes.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const request = (buyer: Buyer, file: string, query = '') =>
  app.inject(`/api/portal/${buyer.receiptId}/${file}?recipient=${buyer.merchant}${query}`)
const titleOf = (image: string) => /<title>(.*)<\/title>/.exec(image)?.[1]
const markPaid = ({ seller, receiptId }: Buyer) =>
  seller.act('/api/receipts/status', { receiptId, status: 'paid' })

describe('GET /api/portal/:id/qr.svg', () => {
  test('default', async () => {
    const buyer = await aBuyer(app)
    const response = await request(buyer, 'qr.svg')
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-ratelimit-limit': '12000',
    })
    const { payment } = await buyer.view()
    const [{ uri }] = payment.options
    const to = `${payment.depositAddress.slice(0, 6)}…${payment.depositAddress.slice(-4)}`
    expect(titleOf(response.body)).toBe(`Pay 12.00 USDC on ${payment.network.name} to ${to}`)
    expect(response.body).toContain(`<path d="${drawQr(uri).path}"/>`)
  })

  test('behavior: encodes the current amount due in the given token', async () => {
    const buyer = await aBuyer(app)
    await buyer.pay({ units: 5_000_000n })
    const { body } = await request(buyer, 'qr.svg', '&token=ETH&kind=wallet')
    expect(titleOf(body)).toMatch(/^Pay 0\.002333333333333334 ETH on /)
  })

  test('behavior: encodes the payment page without the onramp URL', async () => {
    const buyer = await aBuyer(app, { body: { redirect_url: 'https://onramp.test/back' } })
    await markPaid(buyer)
    const { body } = await request(buyer, 'qr.svg', '&kind=page')
    const recipient = checksumAddress(buyer.merchant)
    const url = `${app.ctx.config.payUrl}/portal/r-1?recipient=${recipient}`
    expect(body).toContain(`<path d="${drawQr(url).path}"/>`)
  })

  test('error: rejects an unknown token, kind or receipt, and a receipt with nothing due', async () => {
    const buyer = await aBuyer(app)
    const errorOf = async (query: string) => {
      const response = await request(buyer, 'qr.svg', query)
      return [response.statusCode, response.json().error, response.json().message]
    }
    const tokens = 'token must be one of USDC, USDT, ETH'
    expect(await errorOf('&token=DOGE')).toEqual([400, 'invalid_input', tokens])
    expect(await errorOf('&kind=x')).toEqual([400, 'invalid_input', 'kind must be wallet or page'])
    await markPaid(buyer)
    const nothing = 'Nothing is due on this receipt.'
    expect(await errorOf('')).toEqual([400, 'invalid_input', nothing])

    const unknown = await app.inject(`/api/portal/r-1/qr.svg?recipient=${aWallet()}`)
    expect([unknown.statusCode, unknown.json().error]).toEqual([404, 'not_found'])
    const malformed = await app.inject('/api/portal/r-1/qr.svg?recipient=me')
    expect([malformed.statusCode, malformed.json().error]).toEqual([400, 'invalid_input'])
  })
})

describe('GET /api/portal/:id/receipt.pdf', () => {
  test('default', async () => {
    const buyer = await aBuyer(app, { id: 'shop:42' })
    const response = await request(buyer, 'receipt.pdf')
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="receipt-shop-42.pdf"',
      'content-length': String(response.rawPayload.length),
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      'x-ratelimit-limit': '12000',
    })
    const text = response.rawPayload.toString('latin1')
    expect(text.startsWith('%PDF-')).toBe(true)
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
    expect(text).toContain('(Invoice, not yet paid shop:42)')
  })

  test('behavior: has the background of the shop at its top', { tags: 'slow' }, async () => {
    const buyer = await aBuyer(app)
    const plain = (await request(buyer, 'receipt.pdf')).rawPayload.toString('latin1')
    expect(plain).not.toContain('/DCTDecode')
    const payload = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#0B4F4A' },
    })
      .png()
      .toBuffer()
    const headers = { ...buyer.seller.headers, 'content-type': 'image/png' }
    const uploaded = await app.inject({ method: 'POST', url: '/api/media', headers, payload })
    const theme = { receiptBackgroundUrl: uploaded.json().picture.url }
    await buyer.seller.act('/api/shop/config', { theme })
    const themed = (await request(buyer, 'receipt.pdf')).rawPayload.toString('latin1')
    expect(themed).toContain('/DCTDecode')

    const other = { receiptBackgroundUrl: 'https://evil.test/a.png' }
    await buyer.seller.act('/api/shop/config', { theme: other })
    expect((await request(buyer, 'receipt.pdf')).rawPayload.toString('latin1')).toBe(plain)
  })

  test('behavior: returns the same file until the receipt changes', async () => {
    const buyer = await aBuyer(app)
    const invoice = await request(buyer, 'receipt.pdf')
    app.ctx.clock.advance(60_000)
    expect((await request(buyer, 'receipt.pdf')).rawPayload).toEqual(invoice.rawPayload)
    await markPaid(buyer)
    const receipt = (await request(buyer, 'receipt.pdf')).rawPayload.toString('latin1')
    expect(receipt).toContain('(Receipt r-1)')
    expect(receipt).toContain('(Paid in full.)')
  })

  test('behavior: sends no file that the client has', async () => {
    const buyer = await aBuyer(app)
    const first = await request(buyer, 'receipt.pdf')
    const ask = (etag: string) =>
      app.inject({
        url: `/api/portal/${buyer.receiptId}/receipt.pdf?recipient=${buyer.merchant}`,
        headers: { 'if-none-match': etag },
      })
    const { etag } = first.headers as { etag: string }
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const repeatedResponse = await ask(header)
      expect([
        repeatedResponse.statusCode,
        repeatedResponse.body,
        repeatedResponse.headers.etag,
      ]).toEqual([304, '', etag])
    }
    expect((await ask('"other"')).statusCode).toBe(200)
    await markPaid(buyer)
    const changed = await ask(etag)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('behavior: prints concurrent requests', async () => {
    const buyers = await Promise.all([aBuyer(app), aBuyer(app), aBuyer(app)])
    const responses = await Promise.all(buyers.map((buyer) => request(buyer, 'receipt.pdf')))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  test('error: returns 404 for an unknown or ambiguous id', async () => {
    await aBuyer(app, { id: 'twice' })
    await aBuyer(app, { id: 'twice' })
    for (const id of ['nothing', 'twice']) {
      const response = await app.inject(`/api/portal/${id}/receipt.pdf`)
      expect([response.statusCode, response.json().error]).toEqual([404, 'not_found'])
    }
  })
})

describe('receiptFileName', () => {
  test('default', () => {
    expect(receiptFileName('rcpt_2qgaccqvrnvhxc3bj6q009dx08')).toBe(
      'receipt-rcpt_2qgaccqvrnvhxc3bj6q009dx08.pdf',
    )
  })

  test.each([
    ['shop:42', 'receipt-shop-42.pdf'],
    ['../../etc', 'receipt-..-..-etc.pdf'],
    ['a"; x=\r\ny', 'receipt-a---x---y.pdf'],
    ['é', 'receipt--.pdf'],
  ])('behavior: names the file of %j %s', (id, name) => {
    expect(receiptFileName(id)).toBe(name)
  })

  test('behavior: never breaks the header or leaves the folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (id) => {
        expect(receiptFileName(id)).toMatch(/^receipt-[A-Za-z0-9._-]{0,100}\.pdf$/)
      }),
      { numRuns: 200 },
    )
  })
})
