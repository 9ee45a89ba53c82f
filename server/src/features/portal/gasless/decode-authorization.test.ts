import fc from 'fast-check'
import { encodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { paymentGatewayAbi } from '../../../platform/chain/generated/payment-gateway.js'
import type { Authorization } from './authorization.js'
import { decodeAuthorization } from './decode-authorization.js'
import { encodeAuthorization } from './encode-authorization.js'

const payoutAddress = aWallet()
const deposit = depositOf({ chainId: 84_532 }, { merchant: aWallet(), id: 'r-1', payoutAddress })

describe('decodeAuthorization', () => {
  test('property: what was encoded', async () => {
    const token = aWallet()
    const signed: Omit<Authorization, 'units'> = {
      symbol: 'USDC',
      payer: aWallet(),
      validAfterSeconds: 0,
      validBeforeSeconds: 1,
      salt: `0x${'1'.repeat(64)}` as Hash,
      signature: '0x22',
    }
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 10n ** 77n - 1n }), async (amount) => {
        const units = baseUnits(amount)
        const { data } = await encodeAuthorization({ ...signed, units }, { deposit, token })
        expect(await decodeAuthorization(data)).toEqual({ token, units })
      }),
      { numRuns: 100 },
    )
  })

  test('error: another call', async () => {
    const data = encodeFunctionData({
      abi: paymentGatewayAbi,
      functionName: 'pay',
      args: [deposit.receiptKey, payoutAddress, aWallet(), 1n],
    })
    await expect(decodeAuthorization(data)).rejects.toThrow('a call of pay')
  })
})
