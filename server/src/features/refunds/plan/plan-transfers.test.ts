import fc from 'fast-check'
import { decodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { checksumAddress, knownAddress } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { transferRequest } from './plan-transfers.js'

const [token, to] = [knownAddress(`0x${'11'.repeat(20)}`), knownAddress(`0x${'22'.repeat(20)}`)]

describe('transferRequest', () => {
  test('default', () => {
    expect(transferRequest({ chainId: 84532, token, to, units: baseUnits(255n) })).toEqual({
      to,
      token,
      units: '255',
      calldata: `0xa9059cbb${'0'.repeat(24)}${'22'.repeat(20)}${'0'.repeat(62)}ff`,
      uri: `ethereum:${token}@84532/transfer?address=${to}&uint256=255`,
    })
  })

  test('behavior: describes a native transfer', () => {
    const given = { chainId: 84532, token: nativeToken, to, units: baseUnits(7n) }
    expect(transferRequest(given)).toMatchObject({
      token: nativeToken,
      calldata: '0x',
      uri: `ethereum:${to}@84532?value=7`,
    })
  })

  test('property: encodes recipient and amount', () => {
    const digits = fc.stringMatching(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(digits, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (text, amount) => {
        const buyer = knownAddress(`0x${text}`)
        const request = transferRequest({ chainId: 1, token, to: buyer, units: baseUnits(amount) })
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
