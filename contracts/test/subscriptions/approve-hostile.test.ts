import { type Address, erc20Abi, type Hex, zeroAddress } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Contract, toCalldata } from '../call.js'
import { at } from '../chain.js'
import { createFixture, type Fixture, funds, subscriber, thirdParty } from './fixture.js'
import { type Permission, wrapSignature } from './permission.js'
import {
  anySignature,
  createHostileSubscriber,
  playSubscriber,
  type SubscriberTrick,
} from './wallets.js'

let fixture: Fixture
let wallet: Contract
let factory: Contract
let validator: Address
beforeAll(async () => {
  fixture = await createFixture()
  wallet = await createHostileSubscriber(fixture)
  factory = await fixture.chain.deploy('WalletFactory')
  const { chain, manager } = fixture
  validator = await chain.read({ ...manager, functionName: 'signatureValidator' })
})
beforeEach(() => fixture.chain.snapshot())
afterEach(() => fixture.chain.revert())

const approve = (permission: Permission, signature: Hex = anySignature) =>
  fixture.chain.send({
    ...fixture.manager,
    functionName: 'approveWithSignature',
    args: [permission, signature],
    gas: 1_000_000n,
  })
const ofWallet = () => fixture.aPermission({ account: wallet.to })
const isValid = (permission: Permission) =>
  fixture.chain.read({ ...fixture.manager, functionName: 'isValid', args: [permission] })

/** Takes the money of the subscriber, who gave the manager an allowance. */
const theft = () =>
  toCalldata({
    to: fixture.usdc.to,
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [subscriber, thirdParty, funds],
  })

/** Returns a signature whose call runs `payload`, and which the wallet then accepts. */
async function anAttack(target: Address, payload: Hex): Promise<Hex> {
  await playSubscriber(fixture.chain, wallet, 'Refuse')
  const args = [wallet.to, target, payload]
  const calldata = toCalldata({ ...factory, functionName: 'attack', args })
  return wrapSignature(factory.to, calldata, anySignature)
}

describe('approveWithSignature of a hostile wallet', () => {
  test.each<SubscriberTrick>(['Refuse', 'Revert', 'BurnGas', 'RevertWithBomb', 'ReturnShort'])(
    'error: a wallet that does %s approves nothing',
    async (trick) => {
      await playSubscriber(fixture.chain, wallet, trick)
      const { status } = await approve(ofWallet())
      expect(status).toBe('reverted')
      expect(await isValid(ofWallet())).toBe(false)
    },
  )

  test('behavior: reads one word of a long response', async () => {
    await playSubscriber(fixture.chain, wallet, 'ReturnBomb')
    const { gasUsed, returned } = await approve(ofWallet())
    expect(returned).toBe(true)
    expect(gasUsed).toBeLessThan(150_000n)
  })

  test('behavior: a wallet cannot change anything while it verifies', async () => {
    const { chain, manager } = fixture
    const payload = toCalldata({ ...manager, functionName: 'revoke', args: [ofWallet()] })
    await playSubscriber(chain, wallet, 'CallBack', { target: manager.to, payload })
    expect((await approve(ofWallet())).returned).toBe(true)
    expect(await isValid(ofWallet())).toBe(true)
  })

  test('behavior: a changed response does not undo an approval', async () => {
    await approve(ofWallet())
    await playSubscriber(fixture.chain, wallet, 'Refuse')
    expect((await approve(ofWallet())).failure?.name).toBe('InvalidSignature')
    expect(await isValid(ofWallet())).toBe(true)
  })

  test.each<SubscriberTrick>(['Accept', 'Refuse'])(
    'behavior: an EIP-6492 call to the token takes nothing when the wallet does %s',
    async (trick) => {
      const { chain, usdc, balanceOf } = fixture
      await playSubscriber(chain, wallet, trick)
      const { status } = await approve(ofWallet(), wrapSignature(usdc.to, theft(), anySignature))
      expect(status).toBe(trick === 'Accept' ? 'success' : 'reverted')
      expect(await balanceOf(subscriber)).toBe(funds)
      expect(await balanceOf(thirdParty)).toBe(0n)
    },
  )

  test('behavior: the call of a valid EIP-6492 signature comes from the validator', async () => {
    const { chain, usdc, balanceOf } = fixture
    const signature = await anAttack(usdc.to, theft())
    expect((await approve(ofWallet(), signature)).returned).toBe(true)
    expect(await chain.read({ ...factory, functionName: 'caller' })).toBe(validator)
    expect(await chain.read({ ...factory, functionName: 'hasSucceeded' })).toBe(false)
    expect(await balanceOf(subscriber)).toBe(funds)
  })

  test('behavior: the validator called directly takes nothing', async () => {
    const { chain, usdc, balanceOf } = fixture
    const args = [subscriber, `0x${'11'.repeat(32)}`, wrapSignature(usdc.to, theft(), '0x')]
    const call = { ...at('SignatureValidator', validator), args }
    expect((await chain.send({ ...call, functionName: 'isValidSignature' })).returned).toBe(false)
    expect(await balanceOf(subscriber)).toBe(funds)
  })

  test('behavior: a revocation inside an EIP-6492 call prevails', async () => {
    const { manager } = fixture
    const revocation = toCalldata({ ...manager, functionName: 'revoke', args: [ofWallet()] })
    const execution = { ...wallet, functionName: 'execute', args: [manager.to, revocation] }
    const signature = await anAttack(wallet.to, toCalldata(execution))
    expect((await approve(ofWallet(), signature)).returned).toBe(false)
    expect(await isValid(ofWallet())).toBe(false)
  })

  test('behavior: an EIP-6492 call cannot approve for another account', async () => {
    const { chain, manager, aPermission } = fixture
    const payload = toCalldata({ ...manager, functionName: 'approve', args: [aPermission()] })
    await approve(ofWallet(), await anAttack(manager.to, payload))
    expect(await chain.read({ ...factory, functionName: 'hasSucceeded' })).toBe(false)
    expect(await isValid(aPermission())).toBe(false)
    expect(await isValid(aPermission({ account: zeroAddress }))).toBe(false)
  })
})
