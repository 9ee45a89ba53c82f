import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Address, checksumAddress, knownAddress, parseAddress } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { paymentUri } from './payment-uri.js'

const to = knownAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
const token = knownAddress('0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359')

describe('paymentUri', () => {
  test('default: encodes a token transfer', () => {
    const units = baseUnits(110_050_000n)
    expect(paymentUri({ chainId: 84_532, to, token, units })).toBe(
      'ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359@84532/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=110050000',
    )
  })

  test('behavior: encodes a native transfer', () => {
    const units = baseUnits(36_683_333_333_333_334n)
    expect(paymentUri({ chainId: 8_453, to, token: null, units })).toBe(
      'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@8453?value=36683333333333334',
    )
  })

  test('behavior: contains recipient, token and amount', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => parseAddress(`0x${Buffer.from(bytes).toString('hex')}`) as Address)
    const payment = fc.record({
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
      to: address,
      token: fc.option(address),
      units: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(baseUnits),
    })
    fc.assert(
      fc.property(payment, (input) => {
        const [, target, chainId, query] =
          /^ethereum:(0x\w{40})@(\d+)(?:\/transfer)?\?(.*)$/.exec(paymentUri(input)) ?? []
        const fields = new URLSearchParams(query)
        expect(Number(chainId)).toBe(input.chainId)
        expect(target).toBe(checksumAddress(input.token ?? input.to))
        expect(fields.get('address')).toBe(input.token && checksumAddress(input.to))
        expect(fields.get(input.token ? 'uint256' : 'value')).toBe(String(input.units))
      }),
      { numRuns: 200 },
    )
  })
})
