import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksumAddress, parseAddress } from '../../../lib/hex.js'
import { paymentUrl } from './payment-url.js'

const merchant = parseAddress(`0x${'ab'.repeat(20)}`)
if (!merchant) throw new Error('the wallet is malformed')
const config = { payUrl: 'https://shop.example' }
const receipt = { id: 'r-1', merchant, redirectUrl: null, signature: 'c2lnbmF0dXJl' }

describe('paymentUrl', () => {
  test('default', () => {
    expect(paymentUrl(config, receipt)).toBe(
      `https://shop.example/portal/r-1?recipient=${checksumAddress(merchant)}&k=c2lnbmF0dXJl`,
    )
    expect(paymentUrl(config, { ...receipt, signature: null })).not.toContain('&k=')
  })

  test('behavior: includes the redirect URL', () => {
    const url = new URL(
      paymentUrl(config, { ...receipt, redirectUrl: 'https://a.example/?b=c&recipient=x' }),
    )
    expect([...url.searchParams]).toEqual([
      ['recipient', checksumAddress(merchant)],
      ['k', 'c2lnbmF0dXJl'],
      ['redirect_url', 'https://a.example/?b=c&recipient=x'],
    ])
  })

  test('property: the id and redirect URL can be parsed from it', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,40}$/)
    fc.assert(
      fc.property(id, fc.webUrl({ withQueryParameters: true }), (input, redirectUrl) => {
        const url = new URL(paymentUrl(config, { ...receipt, id: input, redirectUrl }))
        expect(decodeURIComponent(url.pathname)).toBe(`/portal/${input}`)
        expect(url.searchParams.get('redirect_url')).toBe(redirectUrl)
        expect(url.hash).toBe('')
      }),
      { numRuns: 200 },
    )
  })
})
