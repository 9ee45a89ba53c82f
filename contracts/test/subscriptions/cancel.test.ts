import type { Address, Hex } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contract } from '../call.js'
import type { Signer } from '../sign.js'
import { toHighS } from '../tokens/to-high-s.js'
import {
  canceler,
  cancelerAccount,
  createFixture,
  type Fixture,
  funds,
  merchant,
  merchantAccount,
  period,
  price,
  start,
  subscriber,
  subscriberAccount,
  thirdParty,
  thirdPartyAccount,
} from './fixture.js'
import { hashPermission, type Permission, signCancellation } from './permission.js'
import { anySignature, createHostileSubscriber, playSubscriber, walletOf } from './wallets.js'

let fixture: Fixture
let factory: Contract
beforeAll(async () => {
  fixture = await createFixture()
  factory = await fixture.chain.deploy('WalletFactory')
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const sign = (permission: Permission, signer: Signer = subscriberAccount, other = {}) =>
  signCancellation(signer, fixture.domain, { charger: fixture.charger, permission, other })
const cancel = (items: { permission: Permission; signature: Hex }[], from: Address = thirdParty) =>
  fixture.chain.send({
    ...fixture.charger,
    from,
    functionName: 'cancel',
    args: [items],
    gas: 2_000_000n,
  })
const isRevoked = (permission: Permission) =>
  fixture.chain.read({ ...fixture.manager, functionName: 'isRevoked', args: [permission] })

describe('cancel', () => {
  test('default: no caller can charge a canceled subscription', async () => {
    const { chain, charger, spender, domain, aPermission, aCharge, charge, balanceOf } = fixture
    const permission = aPermission()
    await charge(await aCharge())
    const { logs } = await cancel([{ permission, signature: await sign(permission) }])
    expect(logs.at(-1)).toMatchObject({
      address: charger.to,
      eventName: 'SubscriptionCanceled',
      args: { permissionHash: hashPermission(domain, permission), spender, account: subscriber },
    })
    chain.setNextTimestamp(BigInt(start + period))
    const periodStart = start + period
    for (const from of [thirdParty, merchant, subscriber, canceler]) {
      const renewal = await aCharge(permission, { signature: '0x', periodStart })
      const unsigned = await charge(renewal, 1_000_000n, from)
      expect(unsigned.failure?.name).toBe('UnauthorizedSpendPermission')
      const signed = await charge(await aCharge(permission, { periodStart }), 1_000_000n, from)
      expect(signed.failure?.name).toBe('PlanSpenderPermissionRevoked')
    }
    expect(await balanceOf(subscriber)).toBe(funds - price)
  })

  test('behavior: revokes a permission that was never approved', async () => {
    const permission = fixture.aPermission()
    await cancel([{ permission, signature: await sign(permission) }])
    const { failure } = await fixture.charge(await fixture.aCharge())
    expect(failure?.name).toBe('PlanSpenderPermissionRevoked')
  })

  test.each<[string, Address, () => Promise<Hex>]>([
    ['the subscriber as sender', subscriber, async () => '0x'],
    ['the canceler as sender', canceler, async () => '0x'],
    ['a signature of the subscriber', thirdParty, () => sign(fixture.aPermission())],
    ['a signature of the canceler', thirdParty, () => sign(fixture.aPermission(), cancelerAccount)],
  ])('behavior: accepts %s', async (_, from, signed) => {
    const permission = fixture.aPermission()
    expect((await cancel([{ permission, signature: await signed() }], from)).failure).toBeNull()
    expect(await isRevoked(permission)).toBe(true)
  })

  test('behavior: cancels many, and again without effect', async () => {
    const items = []
    for (let salt = 1n; salt < 21n; salt += 1n) {
      const permission = fixture.aPermission({ salt })
      items.push({ permission, signature: await sign(permission, cancelerAccount) })
    }
    const outcome = await cancel(items)
    expect(outcome.failure).toBeNull()
    for (const { permission } of items) expect(await isRevoked(permission)).toBe(true)
    expect((await cancel(items)).failure).toBeNull()
  })

  test('behavior: accepts the signature of an EIP-1271 subscriber', async () => {
    const { chain, aPermission } = fixture
    await chain.mustSend({ ...factory, functionName: 'create', args: [subscriber] })
    const permission = aPermission({ account: walletOf(factory, subscriber) })
    const signature = await sign(permission)
    expect((await cancel([{ permission, signature }])).failure).toBeNull()
    expect(await isRevoked(permission)).toBe(true)
  })

  test('behavior: the signature of the canceler runs no code of a hostile subscriber', async () => {
    const { chain, aPermission } = fixture
    const wallet = await createHostileSubscriber(fixture, 'BurnGas')
    const permission = aPermission({ account: wallet.to })
    const item = { permission, signature: await sign(permission, cancelerAccount) }
    await playSubscriber(chain, wallet, 'BurnGas')
    const outcome = await cancel([item])
    expect(outcome.failure).toBeNull()
    expect(outcome.gasUsed).toBeLessThan(100_000n)
  })

  test('error: a hostile EIP-1271 subscriber that refuses', async () => {
    const wallet = await createHostileSubscriber(fixture)
    const permission = fixture.aPermission({ account: wallet.to })
    for (const trick of ['Refuse', 'RevertWithBomb', 'ReturnShort'] as const) {
      await playSubscriber(fixture.chain, wallet, trick)
      const { failure } = await cancel([{ permission, signature: anySignature }])
      expect(failure?.name).toBe('SubscriptionChargerInvalidSignature')
    }
  })

  test.each<[string, () => Promise<Hex>]>([
    ['of a third party', () => sign(fixture.aPermission(), thirdPartyAccount)],
    ['of the merchant', () => sign(fixture.aPermission(), merchantAccount)],
    ['with a high s', async () => toHighS(await sign(fixture.aPermission()))],
    ['for another permission', () => sign(fixture.aPermission({ salt: 9n }))],
    ['for another chain', () => sign(fixture.aPermission(), subscriberAccount, { chainId: 1 })],
    [
      'for another charger',
      () => sign(fixture.aPermission(), subscriberAccount, { verifyingContract: thirdParty }),
    ],
    ['that is empty', async () => '0x'],
  ])('error: refuses a signature %s', async (_, signed) => {
    const permission = fixture.aPermission()
    const { failure } = await cancel([{ permission, signature: await signed() }])
    expect(failure).toMatchObject({
      name: 'SubscriptionChargerInvalidSignature',
      args: [subscriber],
    })
    expect(await isRevoked(permission)).toBe(false)
  })

  test('error: the canceler of one plan cannot cancel another, and no one without a canceler', async () => {
    const { aPermission, createSpender } = fixture
    for (const other of [thirdParty, `0x${'00'.repeat(20)}`] as const) {
      const permission = aPermission({ spender: await createSpender({ canceler: other }) })
      const { failure } = await cancel([{ permission, signature: '0x' }], canceler)
      expect(failure?.name).toBe('SubscriptionChargerInvalidSignature')
    }
  })

  test('error: the canceler can move no money', async () => {
    const { chain, manager, charger, aPermission, aCharge, charge, terms } = fixture
    await charge(await aCharge())
    const moved = {
      merchant: terms.merchant,
      payout: canceler,
      splitFeeRecipient: canceler,
      splitFeeBps: 0,
      nonce: 0n,
      deadline: 2n ** 64n,
    }
    const noProof = { recipients: '0x', salt: `0x${'00'.repeat(32)}` }
    for (const call of [
      { ...manager, functionName: 'spend', args: [aPermission(), price] },
      { ...charger, functionName: 'setPayout', args: [moved, noProof, '0x'] },
    ]) {
      expect((await chain.send({ ...call, from: canceler })).status).toBe('reverted')
    }
    expect(await fixture.balanceOf(canceler)).toBe(0n)
  })

  test('error: a spender that the charger did not create', async () => {
    const permission = fixture.aPermission({ spender: thirdParty })
    const { failure } = await cancel([{ permission, signature: '0x' }], subscriber)
    expect(failure?.name).toBe('SubscriptionChargerUnknownSpender')
  })
})
