import fc from 'fast-check'
import { type Address, getAddress, type Hex, toHex } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { toDepositAddress } from './deposit-address.js'
import {
  createFixture,
  type Fixture,
  keyOf,
  merchant,
  native,
  receiptKey,
} from './gateway/fixture.js'

let fixture: Fixture
let depositImplementation: Address
beforeAll(async () => {
  fixture = await createFixture()
  const { chain, gateway } = fixture
  depositImplementation = await chain.read({ ...gateway, functionName: 'depositImplementation' })
})

const compute = (key: Hex, payoutAddress: Address) =>
  toDepositAddress({
    gateway: fixture.gateway.to,
    depositImplementation,
    receiptKey: key,
    payoutAddress,
  })

describe('depositAddress', () => {
  test('default', async () => {
    const { chain, usdc, depositOf, transfer, flush } = fixture
    const deposit = await depositOf()
    expect(compute(receiptKey, merchant)).toBe(deposit)

    expect(await chain.getCode(deposit)).toBe('0x')
    await transfer(usdc.to, 5n, deposit)
    await flush(usdc.to)

    expect(await chain.getCode(deposit)).toContain(merchant.slice(2).toLowerCase())
    expect(await depositOf()).toBe(deposit)
  })

  test('behavior: depends on the receipt and the payout address', async () => {
    const addresses = [
      compute(receiptKey, merchant),
      compute(keyOf('another'), merchant),
      compute(receiptKey, fixture.usdc.to),
    ]
    expect(new Set(addresses).size).toBe(3)
  })

  test('property: can be computed off-chain', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    await fc.assert(
      fc.asyncProperty(bytes(32), bytes(20), async (keyBytes, payoutBytes) => {
        const [key, payoutAddress] = [toHex(keyBytes), getAddress(toHex(payoutBytes))]
        fc.pre(payoutAddress !== native && payoutAddress !== fixture.gateway.to)
        expect(compute(key, payoutAddress)).toBe(await fixture.depositOf(payoutAddress, key))
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test('error: refuses a payout address that cannot forward money', async () => {
    const { gateway, depositOf } = fixture
    await expect(depositOf(native)).rejects.toThrow('PaymentGatewayInvalidPayoutAddress')
    await expect(depositOf(gateway.to)).rejects.toThrow('PaymentGatewayInvalidPayoutAddress')
  })
})
