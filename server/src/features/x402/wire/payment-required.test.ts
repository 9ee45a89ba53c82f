import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { baseUnits } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { type Offer, paymentToken } from '../terms.js'
import { describePaymentRequired } from './payment-required.js'

const offer: Offer = {
  chainId: 84_532,
  token: paymentToken(84_532),
  payTo: aWallet(),
  units: baseUnits(1_000_000n),
  description: 'Order',
  expiresAt: unixMs(1),
  summary: { quoteId: 'rcpt_1', totalUsd: 1, lines: [{ label: 'Tea', usd: 1 }] },
  quote: { totalUsd: 1 },
}
const url = 'https://tally.test/api/x402/orders'
const decode = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString())

describe('describePaymentRequired', () => {
  test('default: the body is of version 1, the header of version 2', () => {
    const { header, body } = describePaymentRequired({ offer, url, reason: 'quote_expired' })
    expect(body).toMatchObject({
      x402Version: 1,
      error: 'quote_expired',
      accepts: [{ network: 'base-sepolia', maxAmountRequired: '1000000', resource: url }],
      quote: { totalUsd: 1 },
    })
    expect(decode(header)).toMatchObject({
      x402Version: 2,
      error: 'quote_expired',
      accepts: [{ network: 'eip155:84532', amount: '1000000', extra: { quoteId: 'rcpt_1' } }],
    })
  })

  test('behavior: the body is of version 2 on a chain that version 1 has no name for', () => {
    const other = { ...offer, chainId: 31_337 }
    const { body } = describePaymentRequired({ offer: other, url, reason: null })
    expect(body).toMatchObject({ x402Version: 2, accepts: [{ network: 'eip155:31337' }] })
  })

  test('behavior: extensions that do not fit into 4 KB are left out', () => {
    const extensions = { large: 'x'.repeat(4_000) }
    const { header } = describePaymentRequired({ offer, url, reason: null, extensions })
    expect(header.length).toBeLessThanOrEqual(4_096)
    expect(decode(header).extensions).toBeUndefined()
  })
})
