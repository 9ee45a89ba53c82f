import type { Address, Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '../chain.js'
import { anyTime, type Signer, signAuthorization } from '../sign.js'
import {
  buyer,
  buyerAccount,
  createFixture,
  type Fixture,
  funds,
  keyOf,
  merchant,
  native,
  nativeAlias,
  paymentsIn,
  receiptKey,
  thirdParty,
} from './fixture.js'
import { nonceOf } from './nonce-of.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const amount = 25_000_000n
const salt = keyOf('salt')

/** The fields of a payment besides the signature. Tests change one of them after signing. */
const order = () => ({
  receiptKey,
  payoutAddress: merchant as Address,
  token: fixture.usdc.to as Address,
  amount,
  payer: buyer as Address,
  salt,
  ...anyTime,
})
type Order = ReturnType<typeof order>

const sign = (signed: Order, signer: Signer = buyerAccount, to = fixture.gateway.to) =>
  signAuthorization(signer, fixture.usdc, 'ReceiveWithAuthorization', {
    from: signed.payer,
    to,
    value: signed.amount,
    validAfter: signed.validAfter,
    validBefore: signed.validBefore,
    nonce: nonceOf(signed),
  })
const submit = ({ receiptKey, payoutAddress, token, amount, ...rest }: Order, signature: Hex) =>
  fixture.chain.send({
    ...fixture.gateway,
    from: thirdParty,
    functionName: 'payWithAuthorization',
    args: [receiptKey, payoutAddress, token, amount, { ...rest, signature }],
  })

describe('payWithAuthorization', () => {
  test('default', async () => {
    const { chain, gateway, usdc } = fixture

    const outcome = await submit(order(), await sign(order()))

    expect(paymentsIn(outcome)).toEqual([
      { receiptKey, payoutAddress: merchant, payer: buyer, token: usdc.to, amount },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(amount)
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds - amount)
    expect(await chain.getBalance(gateway.to, usdc.to)).toBe(0n)
  })

  test('behavior: accepts a contract wallet', async () => {
    const { chain, usdc } = fixture
    const wallet = await chain.deploy('ContractWallet', [buyer])
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [wallet.to, amount] })
    const byWallet = { ...order(), payer: wallet.to }
    expect(paymentsIn(await submit(byWallet, await sign(byWallet)))).toMatchObject([
      { payer: wallet.to, amount },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(amount)
  })

  test('behavior: pays a receipt again with another salt', async () => {
    const again = { ...order(), salt: keyOf('another salt') }
    await submit(order(), await sign(order()))
    expect(paymentsIn(await submit(again, await sign(again)))).toMatchObject([{ amount }])
  })

  test.each<[string, Partial<Order>]>([
    ['another receipt', { receiptKey: keyOf('another') }],
    ['another payout address', { payoutAddress: thirdParty }],
    ['another salt', { salt: keyOf('another salt') }],
    ['a lower amount', { amount: amount - 1n }],
    ['a higher amount', { amount: amount + 1n }],
    ['another payer', { payer: merchant }],
    ['another validBefore', { validBefore: anyTime.validBefore - 1n }],
    ['another validAfter', { validAfter: 1n }],
  ])('error: refuses a signature submitted for %s', async (_, change) => {
    const { chain, usdc } = fixture
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [merchant, amount] })
    const { failure } = await submit({ ...order(), ...change }, await sign(order()))
    expect(failure?.name).toBe('SignedTestTokenInvalidSignature')
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds)
  })

  test('error: refuses a signature submitted for another token', async () => {
    const { chain, usdc } = fixture
    const other = await chain.deploy('TestUSDC')
    await chain.mustSend({ ...other, functionName: 'mint', args: [buyer, amount] })
    const { failure } = await submit({ ...order(), token: other.to }, await sign(order()))
    expect(failure?.name).toBe('SignedTestTokenInvalidSignature')
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds)
  })

  test('error: the token refuses the signature outside the gateway', async () => {
    const { chain, gateway, usdc } = fixture
    const { validAfter, validBefore } = order()
    const args = [buyer, gateway.to, amount, validAfter, validBefore, nonceOf(order())]
    const { failure } = await chain.send({
      ...usdc,
      from: thirdParty,
      functionName: 'receiveWithAuthorization',
      args: [...args, await sign(order())],
    })
    expect(failure?.name).toBe('SignedTestTokenCallerNotPayee')
  })

  test('error: refuses the signature of another signer, or for another contract', async () => {
    const [, , , thirdAccount = buyerAccount] = accounts
    expect((await submit(order(), await sign(order(), thirdAccount))).failure?.name).toBe(
      'SignedTestTokenInvalidSignature',
    )
    expect(
      (await submit(order(), await sign(order(), buyerAccount, thirdParty))).failure?.name,
    ).toBe('SignedTestTokenInvalidSignature')
  })

  test('error: refuses a second use', async () => {
    const signature = await sign(order())
    await submit(order(), signature)
    expect((await submit(order(), signature)).failure?.name).toBe(
      'SignedTestTokenAuthorizationUsed',
    )
  })

  test.each([native, nativeAlias] as const)('error: refuses native tokens as %s', async (token) => {
    const { failure } = await submit({ ...order(), token }, '0x')
    expect(failure?.name).toBe('PaymentGatewayTokenRequired')
  })

  test('error: refuses a zero amount, a bad payout address, and the payer as payout address', async () => {
    const wrong = [
      { ...order(), amount: 0n },
      { ...order(), payoutAddress: fixture.gateway.to },
      { ...order(), payoutAddress: buyer },
    ]
    const failures: (string | null | undefined)[] = []
    for (const wrongOrder of wrong)
      failures.push((await submit(wrongOrder, await sign(wrongOrder))).failure?.name)
    expect(failures).toEqual([
      'PaymentGatewayZeroAmount',
      'PaymentGatewayInvalidPayoutAddress',
      'PaymentGatewayArrivedShort',
    ])
  })
})
