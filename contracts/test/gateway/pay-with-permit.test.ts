import { type Address, encodeFunctionData, type Hex, maxUint256, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signPermit, toVrs } from '../sign.js'
import { playToken } from '../split/hostile.js'
import {
  buyer,
  buyerAccount,
  createFixture,
  type Fixture,
  funds,
  merchant,
  native,
  nativeAlias,
  paymentsIn,
  receiptKey,
  thirdParty,
} from './fixture.js'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const amount = 25_000_000n
const garbage: [number, Hex, Hex] = [27, receiptKey, receiptKey]

const sign = async (value = amount, deadline = maxUint256) =>
  toVrs(
    await signPermit(buyerAccount, fixture.usdc, {
      owner: buyer,
      spender: fixture.gateway.to,
      value,
      nonce: 0n,
      deadline,
    }),
  )
const pay = (
  signature: [number, Hex, Hex],
  { token = fixture.usdc.to as Address, value = amount, to = merchant as Address } = {},
  from: Address = buyer,
  deadline = maxUint256,
) =>
  fixture.chain.send({
    ...fixture.gateway,
    from,
    functionName: 'payWithPermit',
    args: [receiptKey, to, token, value, deadline, ...signature],
  })

describe('payWithPermit', () => {
  test('default', async () => {
    const { chain, gateway, usdc } = fixture

    const outcome = await pay(await sign())

    expect(paymentsIn(outcome)).toEqual([
      { receiptKey, payoutAddress: merchant, payer: buyer, token: usdc.to, amount },
    ])
    expect(await chain.getBalance(merchant, usdc.to)).toBe(amount)
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds - amount)
    expect(
      await chain.read({ ...usdc, functionName: 'allowance', args: [buyer, gateway.to] }),
    ).toBe(0n)
  })

  test('behavior: succeeds when the permit was already submitted', async () => {
    const { chain, gateway, usdc } = fixture
    const signature = await sign()
    await chain.mustSend({
      ...usdc,
      from: thirdParty,
      functionName: 'permit',
      args: [buyer, gateway.to, amount, maxUint256, ...signature],
    })
    expect(paymentsIn(await pay(signature))).toMatchObject([{ amount }])
  })

  test('behavior: uses an allowance when the token has no permit', async () => {
    const { usdt, approve } = fixture
    await approve(usdt, amount)
    expect(paymentsIn(await pay(garbage, { token: usdt.to }))).toMatchObject([
      { token: usdt.to, amount },
    ])
  })

  test('error: refuses the permit of another owner', async () => {
    const { chain, usdc } = fixture
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [thirdParty, amount] })
    const { failure } = await pay(await sign(), {}, thirdParty)
    expect(failure?.name).toBe('ERC20InsufficientAllowance')
    expect(await chain.getBalance(buyer, usdc.to)).toBe(funds)
  })

  test('error: refuses a permit that is too low, expired or missing', async () => {
    const deadline = fixture.chain.now()
    const failures = [
      (await pay(await sign(amount - 1n))).failure,
      (await pay(await sign(amount, deadline), {}, buyer, deadline)).failure,
      (await pay(garbage)).failure,
    ]
    expect(failures.map((failure) => failure?.name)).toEqual(
      failures.map(() => 'ERC20InsufficientAllowance'),
    )
  })

  test.each([native, nativeAlias] as const)('error: refuses native tokens as %s', async (token) => {
    const { failure } = await pay(garbage, { token })
    expect(failure?.name).toBe('PaymentGatewayTokenRequired')
  })

  test('error: refuses a zero amount and a bad payout address', async () => {
    const signature = await sign()
    expect((await pay(signature, { value: 0n })).failure?.name).toBe('PaymentGatewayZeroAmount')
    expect((await pay(signature, { to: native })).failure?.name).toBe(
      'PaymentGatewayInvalidPayoutAddress',
    )
  })

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain, gateway, sly, approve, depositOf, transfer } = fixture
    await approve(sly, amount)
    await transfer(native, 5n, await depositOf())
    const args = [receiptKey, merchant, native]
    const payload = encodeFunctionData({ abi: gateway.abi, functionName: 'flush', args })
    await playToken(chain, sly, 'CallBack', { target: gateway.to, payload })

    expect(paymentsIn(await pay(garbage, { token: sly.to }))).toMatchObject([{ amount }])

    expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(
      toFunctionSelector('ReentrancyGuardReentrantCall()'),
    )
  })

  test('error: refuses a token that reports a transfer without making it', async () => {
    const { chain, sly, approve } = fixture
    await approve(sly, amount)
    await chain.mustSend({ ...sly, functionName: 'idle' })
    expect((await pay(garbage, { token: sly.to })).failure?.name).toBe('PaymentGatewayArrivedShort')
  })
})
