import { type Hex, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Contract, toCalldata } from '../call.js'
import { toHighS } from '../tokens/to-high-s.js'
import {
  createFixture,
  type Fixture,
  subscriber,
  subscriberAccount,
  thirdParty,
  thirdPartyAccount,
} from './fixture.js'
import { type Permission, signPermission, wrapSignature } from './permission.js'
import { walletOf } from './wallets.js'

let fixture: Fixture
let factory: Contract
beforeAll(async () => {
  fixture = await createFixture()
  factory = await fixture.chain.deploy('WalletFactory')
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const approve = (permission: Permission, signature: Hex) =>
  fixture.chain.send({
    ...fixture.manager,
    from: thirdParty,
    functionName: 'approveWithSignature',
    args: [permission, signature],
  })
const isValid = (permission: Permission) =>
  fixture.chain.read({ ...fixture.manager, functionName: 'isValid', args: [permission] })
const creation = (owner: string) =>
  toCalldata({ ...factory, functionName: 'create', args: [owner] })
const createWallet = () =>
  fixture.chain.mustSend({ ...factory, functionName: 'create', args: [subscriber] })

describe('approveWithSignature', () => {
  test('default', async () => {
    const permission = fixture.aPermission()
    const outcome = await approve(permission, await fixture.sign(permission))
    expect(outcome).toMatchObject({
      returned: true,
      logs: [{ eventName: 'SpendPermissionApproved', args: { spendPermission: permission } }],
    })
    expect(await isValid(permission)).toBe(true)
  })

  test('behavior: returns false after a revocation', async () => {
    const permission = fixture.aPermission()
    const { chain, manager, sign } = fixture
    const args = [permission]
    await chain.mustSend({ ...manager, from: subscriber, functionName: 'revoke', args })
    expect((await approve(permission, await sign(permission))).returned).toBe(false)
    expect(await isValid(permission)).toBe(false)
  })

  test('behavior: accepts the signature of an EIP-1271 wallet', async () => {
    const permission = fixture.aPermission({ account: walletOf(factory, subscriber) })
    await createWallet()
    expect((await approve(permission, await fixture.sign(permission))).returned).toBe(true)
  })

  test('behavior: accepts the key of an account that also has code', async () => {
    const permission = fixture.aPermission()
    await fixture.chain.setCode(subscriber, 'HostileReceiver')
    expect((await approve(permission, await fixture.sign(permission))).returned).toBe(true)
  })

  test('behavior: an EIP-6492 signature deploys its wallet', async () => {
    const { chain, sign, aPermission } = fixture
    const account = walletOf(factory, subscriber)
    const permission = aPermission({ account })
    const signature = wrapSignature(factory.to, creation(subscriber), await sign(permission))
    expect((await approve(permission, signature)).returned).toBe(true)
    expect(await chain.getCode(account)).not.toBe('0x')
  })

  test('behavior: an EIP-6492 signature stays valid once its wallet is deployed', async () => {
    const permission = fixture.aPermission({ account: walletOf(factory, subscriber) })
    await createWallet()
    const inner = await fixture.sign(permission)
    const signature = wrapSignature(factory.to, creation(subscriber), inner)
    expect((await approve(permission, signature)).returned).toBe(true)
  })

  test.each<[string, (permission: Permission) => Promise<Hex>]>([
    ['of another account', (permission) => fixture.sign(permission, thirdPartyAccount)],
    ['with a high s', async (permission) => toHighS(await fixture.sign(permission))],
    ['with one byte more', async (permission) => `${await fixture.sign(permission)}00`],
    ['that is empty', async () => '0x'],
    ['of zeros', async () => `0x${'00'.repeat(65)}`],
    [
      'for another chain',
      (permission) =>
        signPermission(subscriberAccount, { ...fixture.domain, chainId: 1 }, permission),
    ],
    [
      'for another manager',
      (permission) =>
        signPermission(
          subscriberAccount,
          { ...fixture.domain, verifyingContract: fixture.charger.to },
          permission,
        ),
    ],
  ])('error: refuses a signature %s', async (_, sign) => {
    const permission = fixture.aPermission()
    const { failure } = await approve(permission, await sign(permission))
    expect(failure?.name).toBe('InvalidSignature')
  })

  test('error: refuses every signature for the zero address', async () => {
    const permission = fixture.aPermission({ account: zeroAddress })
    const { failure } = await approve(permission, `0x${'00'.repeat(65)}`)
    expect(failure?.name).toBe('InvalidSignature')
  })

  test.each<[string, (inner: Hex) => Hex]>([
    ['without content', () => `0x${'6492'.repeat(16)}`],
    ['with a malformed content', () => `0x1234${'6492'.repeat(16)}`],
    ['whose call deploys nothing', (inner) => wrapSignature(thirdParty, '0x', inner)],
    [
      'whose call deploys another wallet',
      (inner) => wrapSignature(factory.to, creation(thirdParty), inner),
    ],
    [
      'of another key',
      () => wrapSignature(factory.to, creation(subscriber), `0x${'11'.repeat(65)}`),
    ],
  ])('error: refuses an EIP-6492 signature %s', async (_, wrap) => {
    const permission = fixture.aPermission({ account: walletOf(factory, subscriber) })
    const { failure } = await approve(permission, wrap(await fixture.sign(permission)))
    expect(failure?.name).toBe('InvalidSignature')
    expect(await isValid(permission)).toBe(false)
  })
})
