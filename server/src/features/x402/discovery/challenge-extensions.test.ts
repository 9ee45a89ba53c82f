import { describe, expect, test } from 'vitest'
import { testNow } from '../../../../test/harness.js'
import { testConfig } from '../../../../test/test-config.js'
import { knownAddress } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { createOfferSigner } from '../offers/offer-signer.js'
import { probeOrder } from '../probe.js'
import { type Offer, paymentToken } from '../terms.js'
import { describePaymentRequired } from '../wire/payment-required.js'
import { challengeExtensions } from './challenge-extensions.js'

const config = testConfig({ BASE_URL: 'https://payments.a-rather-long-name.example.com' })
const ctx = { config, now: () => testNow }
const signer = createOfferSigner(config)

const offer: Offer = {
  chainId: 84532,
  token: paymentToken(84532),
  payTo: knownAddress('0x209693Bc6afc0C5328bA36FaF03C514EF312287C'),
  units: baseUnits(100_000_000_000n),
  description: `Order at ${'a'.repeat(40)}`,
  expiresAt: unixMs(testNow + 300_000),
  summary: {
    quoteId: `rcpt_${'a'.repeat(26)}`,
    expiresAt: unixMs(testNow + 300_000),
    totalUsd: 100_000,
    lines: Array.from({ length: 12 }, () => ({ label: 'x'.repeat(40), usd: 8_333.33 })),
  },
  quote: null,
}

const challenge = (offer: Offer) =>
  describePaymentRequired({
    offer: offer,
    url: `${config.baseUrl}/api/x402/orders`,
    reason: null,
    extensions: challengeExtensions(ctx, { route: 'orders', offer: offer, signer }),
  }).header

const decode = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString())

describe('challengeExtensions', () => {
  test('default', () => {
    const header = challenge(offer)
    expect(header.length).toBeLessThanOrEqual(4_096)
    const { extensions, accepts } = decode(header)
    expect(Object.keys(extensions).sort()).toEqual([
      'bazaar',
      'offer-receipt',
      'payment-identifier',
    ])
    expect(accepts[0].extra.lines.length).toBeGreaterThanOrEqual(3)
  })

  test('behavior: an offer that cannot be paid is not signed', () => {
    const { extensions } = decode(challenge(probeOrder(ctx)))
    expect(Object.keys(extensions).sort()).toEqual(['bazaar', 'payment-identifier'])
  })
})
