import fc from 'fast-check'
import { decodeFunctionData, encodeAbiParameters, encodeFunctionData, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { checksumAddress, type Hash } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import type { Hex } from '../../platform/chain/chain.js'
import { depositOf } from '../../platform/chain/deposit-address.js'
import { paymentGatewayAbi } from '../../platform/chain/generated/payment-gateway.js'
import type { Authorization } from './authorization.js'
import { decodeAuthorization, encodeAuthorization } from './encode-authorization.js'

const [payer, token, payoutAddress] = [aWallet(), aWallet(), aWallet()]
const deposit = depositOf({ chainId: 84_532 }, aReceipt({ payoutAddress }))
const authorization: Authorization = {
  symbol: 'USDC',
  payer,
  units: baseUnits(12_000_000n),
  validAfterSeconds: 7,
  validBeforeSeconds: 9,
  salt: `0x${'1'.repeat(64)}` as Hash,
  signature: `0x${'2'.repeat(130)}`,
}

describe('encodeAuthorization', () => {
  test('default', async () => {
    const { data, key, nonce } = await encodeAuthorization(authorization, { deposit, token })
    const { salt, signature } = authorization
    expect(decodeFunctionData({ abi: paymentGatewayAbi, data })).toEqual({
      functionName: 'payWithAuthorization',
      args: [
        deposit.receiptKey,
        checksumAddress(payoutAddress),
        checksumAddress(token),
        12_000_000n,
        { payer: checksumAddress(payer), validAfter: 7n, validBefore: 9n, salt, signature },
      ],
    })
    expect(key).toBe(`payment.authorized:${token}:${payer}:${nonce}`)
  })

  test('behavior: computes the nonce as the gateway does', async () => {
    const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
      return `0x${Buffer.from(bytes).toString('hex')}` as Hash
    })
    const types = [{ type: 'bytes32' }, { type: 'address' }, { type: 'bytes32' }] as const
    await fc.assert(
      fc.asyncProperty(word, async (salt) => {
        const signed = { ...authorization, salt }
        const { nonce } = await encodeAuthorization(signed, { deposit, token })
        const parts: [Hex, Hex, Hex] = [deposit.receiptKey, payoutAddress, salt]
        expect(nonce).toBe(keccak256(encodeAbiParameters(types, parts)))
      }),
      { numRuns: 100 },
    )
  })

  test('behavior: receipt, payout address, token, payer and salt each change the key', async () => {
    const receipt = aReceipt({ payoutAddress })
    const elsewhere = { ...deposit, payoutAddress: aWallet() }
    const salt = `0x${'3'.repeat(64)}` as Hash
    const payments = await Promise.all([
      encodeAuthorization(authorization, { deposit, token }),
      encodeAuthorization(authorization, { deposit: elsewhere, token }),
      encodeAuthorization(authorization, {
        deposit: depositOf({ chainId: 84_532 }, receipt),
        token,
      }),
      encodeAuthorization(authorization, { deposit, token: aWallet() }),
      encodeAuthorization({ ...authorization, payer: aWallet() }, { deposit, token }),
      encodeAuthorization({ ...authorization, salt }, { deposit, token }),
    ])
    expect(new Set(payments.map(({ key }) => key)).size).toBe(6)
  })
})

describe('decodeAuthorization', () => {
  test('property: decodes what was encoded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 10n ** 77n - 1n }), async (amount) => {
        const units = baseUnits(amount)
        const { data } = await encodeAuthorization({ ...authorization, units }, { deposit, token })
        expect(await decodeAuthorization(data)).toEqual({ token, units })
      }),
      { numRuns: 100 },
    )
  })

  test('error: rejects another call', async () => {
    const data = encodeFunctionData({
      abi: paymentGatewayAbi,
      functionName: 'pay',
      args: [deposit.receiptKey, payoutAddress, aWallet(), 1n],
    })
    await expect(decodeAuthorization(data)).rejects.toThrow('got pay')
  })
})
