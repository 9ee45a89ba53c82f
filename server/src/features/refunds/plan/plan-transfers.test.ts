import fc from 'fast-check'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { checksumAddress, knownAddress } from '../../../lib/hex.js'
import { baseUnits, cents } from '../../../lib/money.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { transferRequest } from './plan-transfers.js'

const [token, to] = [knownAddress(`0x${'11'.repeat(20)}`), knownAddress(`0x${'22'.repeat(20)}`)]
const transfer = { chainId: 84532, token, to, usdCents: cents(250n), paid: true }

describe('transferRequest', () => {
  test('default', () => {
    expect(transferRequest({ ...transfer, units: baseUnits(255n) })).toEqual({
      to,
      token,
      units: '255',
      symbol: null,
      decimals: 0,
      amount: '255',
      usd: 2.5,
      paid: true,
      calldata: `0xa9059cbb${'0'.repeat(24)}${'22'.repeat(20)}${'0'.repeat(62)}ff`,
      uri: `ethereum:${token}@84532/transfer?address=${to}&uint256=255`,
    })
  })

  test('behavior: describes a native transfer', () => {
    const input = { ...transfer, token: nativeToken, units: baseUnits(7n) }
    expect(transferRequest(input)).toMatchObject({
      token: nativeToken,
      symbol: 'ETH',
      amount: '0.000000000000000007',
      calldata: '0x',
      uri: `ethereum:${to}@84532?value=7`,
    })
  })

  test('property: encodes recipient and amount', () => {
    const digits = fc.stringMatching(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(digits, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (text, amount) => {
        const buyer = knownAddress(`0x${text}`)
        const request = transferRequest({ ...transfer, to: buyer, units: baseUnits(amount) })
        const data = request.calldata as `0x${string}`
        expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({
          functionName: 'transfer',
          args: [checksumAddress(buyer), amount],
        })
      }),
      { numRuns: 150 },
    )
  })
})
