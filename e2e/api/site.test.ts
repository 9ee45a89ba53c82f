import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'

const service = useService()

describe('GET /api/site/config', () => {
  test('behavior: returns theme, payment token and fee without authentication', async () => {
    const { status, body } = await service.anyone('GET /api/site/config')
    expect(status).toBe(200)
    const text = expect.any(String)
    expect(body).toEqual({
      theme: {
        primaryColor: text,
        secondaryColor: text,
        brandLogoUrl: text,
        brandFaviconUrl: text,
        brandName: text,
        fontFamily: text,
        receiptBackgroundUrl: text,
      },
      defaultPaymentToken: 'USDC',
      processingFeePct: 0.5,
    })
  })
})
