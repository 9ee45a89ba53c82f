import { encodeFunctionData, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyTime } from '../sign.js'
import { playToken } from '../split/hostile.js'
import {
  buyer,
  createFixture,
  type Fixture,
  funds,
  merchant,
  native,
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

const pay = (amount = 1_000n) =>
  fixture.chain.send({
    ...fixture.gateway,
    from: thirdParty,
    functionName: 'payWithAuthorization',
    args: [
      receiptKey,
      merchant,
      fixture.sly.to,
      amount,
      { payer: buyer, salt: receiptKey, signature: '0x', ...anyTime },
    ],
    gas: 2_000_000n,
  })

describe('payWithAuthorization', () => {
  test('default', async () => {
    expect(paymentsIn(await pay())).toMatchObject([{ payer: buyer, amount: 1_000n }])
  })

  test('error: a token that accepts any call cannot spend the balance of the gateway', async () => {
    const { chain, gateway, sly, transfer } = fixture
    await transfer(sly.to, 5_000n, gateway.to)
    await chain.mustSend({ ...sly, functionName: 'idle' })
    expect((await pay()).failure).toMatchObject({
      name: 'PaymentGatewayArrivedShort',
      args: [sly.to, 0n, 1_000n],
    })
    expect(await chain.getBalance(gateway.to, sly.to)).toBe(5_000n)
  })

  test('error: refuses a token with a fee on the first transfer, even if the gateway has a balance', async () => {
    const { chain, gateway, sly, transfer } = fixture
    await transfer(sly.to, 5_000n, gateway.to)
    await playToken(chain, sly, 'TakeFeeFromAmount', { victim: gateway.to })
    expect((await pay()).failure).toMatchObject({
      name: 'PaymentGatewayArrivedShort',
      args: [sly.to, 990n, 1_000n],
    })
  })

  test('error: refuses a token with a fee on the second transfer', async () => {
    const { chain, sly } = fixture
    await playToken(chain, sly, 'TakeFeeFromAmount', { victim: merchant })
    expect((await pay()).failure).toMatchObject({
      name: 'PaymentGatewayArrivedShort',
      args: [sly.to, 990n, 1_000n],
    })
    expect(await chain.getBalance(buyer, sly.to)).toBe(funds)
  })

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain, gateway, sly, depositOf, transfer } = fixture
    await transfer(native, 5n, await depositOf())
    const payload = encodeFunctionData({
      abi: gateway.abi,
      functionName: 'flush',
      args: [receiptKey, merchant, native],
    })
    await playToken(chain, sly, 'CallBack', { target: gateway.to, payload })

    expect(paymentsIn(await pay())).toMatchObject([{ token: sly.to, amount: 1_000n }])

    expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(
      toFunctionSelector('ReentrancyGuardReentrantCall()'),
    )
  })
})
