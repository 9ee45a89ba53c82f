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
  stranger,
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

/** What a payment says besides the signature; a test changes one thing after it was signed. */
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
    from: stranger,
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

  test('behavior: a wallet that is a contract pays', async () => {
    const { chain, usdc } = fixture
    const wallet = await chain.deploy('ContractWallet', [buyer])
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [wallet.to, amount] })
    const byWallet = { ...order(), payer: wallet.to }
    expect(paymentsIn(await submit(byWallet, await sign(byWallet)))).toMatchObject([
      { payer: wallet.to, amount },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(amount)
  })

  test('behavior: a receipt can be paid again with another salt', async () => {
    const again = { ...order(), salt: keyOf('another salt') }
    await submit(order(), await sign(order()))
    expect(paymentsIn(await submit(again, await sign(again)))).toMatchObject([{ amount }])
  })

  test.each<[string, Partial<Order>]>([
    ['another receipt', { receiptKey: keyOf('another') }],
    ['another payout address', { payoutAddress: stranger }],
    ['another salt', { salt: keyOf('another salt') }],
    ['another amount', { amount: amount - 1n }],
    ['more', { amount: amount + 1n }],
    ['another payer', { payer: merchant }],
    ['a longer time', { validBefore: anyTime.validBefore - 1n }],
    ['an earlier time', { validAfter: 1n }],
  ])('error: what was signed is submitted for %s', async (_, change) => {
    const { chain, usdc } = fixture
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [merchant, amount] })
    const { failure } = await submit({ ...order(), ...change }, await sign(order()))
    expect(failure?.name).toBe('SignedTestTokenInvalidSignature')
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds)
  })

  test('error: what was signed is submitted for another token', async () => {
    const { chain, usdc } = fixture
    const other = await chain.deploy('TestUSDC')
    await chain.mustSend({ ...other, functionName: 'mint', args: [buyer, amount] })
    const { failure } = await submit({ ...order(), token: other.to }, await sign(order()))
    expect(failure?.name).toBe('SignedTestTokenInvalidSignature')
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds)
  })

  test('error: what was signed is taken past the gateway', async () => {
    const { chain, gateway, usdc } = fixture
    const { validAfter, validBefore } = order()
    const args = [buyer, gateway.to, amount, validAfter, validBefore, nonceOf(order())]
    const { failure } = await chain.send({
      ...usdc,
      from: stranger,
      functionName: 'receiveWithAuthorization',
      args: [...args, await sign(order())],
    })
    expect(failure?.name).toBe('SignedTestTokenCallerNotPayee')
  })

  test('error: the signature of somebody else, or for another contract', async () => {
    const [, , , thirdAccount = buyerAccount] = accounts
    expect((await submit(order(), await sign(order(), thirdAccount))).failure?.name).toBe(
      'SignedTestTokenInvalidSignature',
    )
    expect((await submit(order(), await sign(order(), buyerAccount, stranger))).failure?.name).toBe(
      'SignedTestTokenInvalidSignature',
    )
  })

  test('error: the same twice', async () => {
    const signature = await sign(order())
    await submit(order(), signature)
    expect((await submit(order(), signature)).failure?.name).toBe(
      'SignedTestTokenAuthorizationUsed',
    )
  })

  test.each([native, nativeAlias] as const)('error: native coin, as %s', async (token) => {
    const { failure } = await submit({ ...order(), token }, '0x')
    expect(failure?.name).toBe('PaymentGatewayTokenRequired')
  })

  test('error: nothing, nowhere, and to the payer', async () => {
    const wrong = [
      { ...order(), amount: 0n },
      { ...order(), payoutAddress: fixture.gateway.to },
      { ...order(), payoutAddress: buyer },
    ]
    const failures: (string | null | undefined)[] = []
    for (const one of wrong) failures.push((await submit(one, await sign(one))).failure?.name)
    expect(failures).toEqual([
      'PaymentGatewayZeroAmount',
      'PaymentGatewayInvalidPayoutAddress',
      'PaymentGatewayArrivedShort',
    ])
  })
})
