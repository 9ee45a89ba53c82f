import { type Address, toFunctionSelector } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCalldata } from '../call.js'
import { lie, lies } from '../gateway/sly.js'
import { playToken, type TokenTrick } from '../split/hostile.js'
import {
  chargesIn,
  createFixture,
  type Fixture,
  fee,
  feeRecipient,
  funds,
  payout,
  period,
  price,
  start,
  subscriber,
  thirdParty,
} from './fixture.js'
import { wrapSignature } from './permission.js'
import { anySignature, createHostileSubscriber, playSubscriber } from './wallets.js'

let fixture: Fixture
let slySpender: Address
beforeAll(async () => {
  fixture = await createFixture()
  slySpender = await fixture.createSpender({ token: fixture.sly.to })
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

/** Returns the charge of a period of the plan in the hostile token, counted from zero. */
const aSlyCharge = (index = 0) => {
  const permission = fixture.aPermission({ token: fixture.sly.to, spender: slySpender })
  return fixture.aCharge(permission, { periodStart: start + index * period })
}
const slyBalance = (account: Address) => fixture.balanceOf(account, fixture.sly.to)

describe('charge with a hostile token', () => {
  test.each<TokenTrick>([
    'TakeFeeFromAmount',
    'ReturnFalse',
    'Revert',
    'ReturnGarbage',
    'RevertWithBomb',
    'BurnGas',
  ])('error: a token that does %s moves nothing', async (trick) => {
    const { chain, sly, charge } = fixture
    await playToken(chain, sly, trick)
    expect((await charge(await aSlyCharge())).status).toBe('reverted')
    expect(await slyBalance(subscriber)).toBe(funds)
  })

  test.each([feeRecipient, payout])(
    'error: a token that keeps a part of the payment to %s',
    async (victim) => {
      const { chain, sly, charge } = fixture
      await playToken(chain, sly, 'TakeFeeFromAmount', { victim })
      expect((await charge(await aSlyCharge())).failure?.name).toBe('PlanSpenderArrivedShort')
    },
  )

  test('behavior: accepts a token that does ReturnNothing', async () => {
    const { chain, sly, charge } = fixture
    await playToken(chain, sly, 'ReturnNothing')
    const outcome = await charge(await aSlyCharge())
    expect(chargesIn(outcome)).toMatchObject([{ amount: price - fee, fee }])
  })

  test('behavior: owes the fee if its transfer needs too much gas', async () => {
    const { chain, sly, charge } = fixture
    await playToken(chain, sly, 'ReturnBomb')
    const outcome = await charge(await aSlyCharge())
    expect(chargesIn(outcome)).toMatchObject([{ amount: price - fee, fee: 0n, feeOwed: fee }])
    expect(await slyBalance(slySpender)).toBe(fee)
  })

  test.each<TokenTrick>(['ReturnFalse', 'Revert', 'RevertWithBomb', 'BurnGas'])(
    'behavior: a token that does %s to the fee recipient does not stop the charge',
    async (trick) => {
      const { chain, sly, charge } = fixture
      await playToken(chain, sly, trick, { victim: feeRecipient })
      const outcome = await charge(await aSlyCharge())
      expect(chargesIn(outcome)).toMatchObject([{ amount: price - fee, fee: 0n, feeOwed: fee }])
      expect(await slyBalance(slySpender)).toBe(fee)
      expect(await slyBalance(payout)).toBe(price - fee)
    },
  )

  test.each<[TokenTrick, () => Address]>([
    ['TakeFeeFromSender', () => payout],
    ['TakeFeeFromAmount', () => slySpender],
  ])('error: a token that does %s takes none of the fees that are owed', async (trick, victim) => {
    const { chain, sly, charge } = fixture
    await playToken(chain, sly, 'Revert', { victim: feeRecipient })
    for (const index of [0, 1, 2]) {
      chain.setNextTimestamp(BigInt(start + index * period + 60))
      expect(chargesIn(await charge(await aSlyCharge(index)))).toMatchObject([{ feeOwed: fee }])
    }
    chain.setNextTimestamp(BigInt(start + 3 * period + 60))
    await playToken(chain, sly, trick, { victim: victim() })
    expect((await charge(await aSlyCharge(3))).failure?.name).toBe('PlanSpenderFeeNotKept')
    expect(await slyBalance(slySpender)).toBe(3n * fee)

    await playToken(chain, sly, 'None')
    expect(chargesIn(await charge(await aSlyCharge(3)))).toMatchObject([{ fee, feeOwed: 0n }])
    expect(await slyBalance(slySpender)).toBe(3n * fee)
  })

  test('behavior: a token that calls back cannot claim or cancel during a charge', async () => {
    const { chain, charger, sly, charge } = fixture
    const item = await aSlyCharge()
    for (const [functionName, args] of [
      ['claimFee', [slySpender]],
      ['cancel', [[{ permission: item.permission, signature: '0x' }]]],
    ] as const) {
      await chain.snapshot()
      const payload = toCalldata({ ...charger, functionName, args })
      await playToken(chain, sly, 'CallBack', { target: charger.to, payload })
      expect((await charge(item)).status).toBe('success')
      expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(
        toFunctionSelector('ReentrancyGuardReentrantCall()'),
      )
      await chain.revert()
    }
  })

  test.each(lies)('error: a token with a bad balanceOf, %s', async (lieKind) => {
    const { chain, sly, charge } = fixture
    await lie(chain, sly, lieKind)
    expect((await charge(await aSlyCharge())).status).toBe('reverted')
  })

  test('error: a token that moves nothing', async () => {
    const { chain, sly, charge } = fixture
    await chain.mustSend({ ...sly, functionName: 'idle' })
    expect((await charge(await aSlyCharge())).failure?.name).toBe('PlanSpenderArrivedShort')
  })

  test('behavior: refuses reentrancy by a token', async () => {
    const { chain, charger, sly, aCharge, charge, balanceOf } = fixture
    const payload = toCalldata({ ...charger, functionName: 'charge', args: [await aCharge()] })
    await playToken(chain, sly, 'CallBack', { target: charger.to, payload })
    expect((await charge(await aSlyCharge())).status).toBe('success')
    expect(await chain.read({ ...sly, functionName: 'returnData' })).toBe(
      toFunctionSelector('ReentrancyGuardReentrantCall()'),
    )
    expect(await balanceOf(subscriber)).toBe(funds)
  })
})

describe('charge of a hostile wallet', () => {
  test('behavior: refuses reentrancy by an EIP-6492 call', async () => {
    const { chain, charger, aCharge, aPermission, charge, balanceOf } = fixture
    const wallet = await createHostileSubscriber(fixture, 'Refuse')
    const factory = await chain.deploy('WalletFactory')
    const victim = await aCharge()
    for (const functionName of ['charge', 'chargeBatch']) {
      const args = functionName === 'charge' ? [victim] : [[victim], 30_000n]
      const payload = toCalldata({ ...charger, functionName, args })
      const attack = [wallet.to, charger.to, payload]
      const calldata = toCalldata({ ...factory, functionName: 'attack', args: attack })
      const signature = wrapSignature(factory.to, calldata, anySignature)
      const salt = BigInt(functionName.length)
      await playSubscriber(chain, wallet, 'Refuse')
      const outcome = await charge(
        await aCharge(aPermission({ account: wallet.to, salt }), { signature }),
      )
      expect(chargesIn(outcome)).toMatchObject([{ account: wallet.to }])
      expect(await chain.read({ ...factory, functionName: 'returnData' })).toBe(
        toFunctionSelector('ReentrancyGuardReentrantCall()'),
      )
    }
    expect(await balanceOf(subscriber)).toBe(funds)
  })

  test('behavior: a wallet that verifies cannot charge another subscriber', async () => {
    const { chain, charger, aCharge, aPermission, charge, balanceOf } = fixture
    const wallet = await createHostileSubscriber(fixture)
    const payload = toCalldata({ ...charger, functionName: 'charge', args: [await aCharge()] })
    await playSubscriber(chain, wallet, 'CallBack', { target: charger.to, payload })
    const options = { signature: anySignature }
    const outcome = await charge(await aCharge(aPermission({ account: wallet.to }), options))
    expect(chargesIn(outcome)).toMatchObject([{ account: wallet.to }])
    expect(await balanceOf(subscriber)).toBe(funds)
  })

  test('behavior: money sent to a spender stays out of its charges', async () => {
    const { chain, usdc, spender, aCharge, charge, balanceOf } = fixture
    await chain.mustSend({ ...usdc, functionName: 'mint', args: [spender, 7n] })
    expect(chargesIn(await charge(await aCharge()))).toMatchObject([{ amount: price - fee, fee }])
    expect(await balanceOf(spender)).toBe(7n)
    expect(await balanceOf(thirdParty)).toBe(0n)
  })
})
