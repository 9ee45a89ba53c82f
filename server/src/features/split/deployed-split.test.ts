import fc from 'fast-check'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { sendOnChain } from '../../../test/on-chain.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { keccak } from '../../lib/create2.js'
import type { Address } from '../../lib/hex.js'
import { baseUnits, shareOut } from '../../lib/money.js'
import type { Chain, Hex } from '../../platform/chain/chain.js'
import { cloneCode } from '../../platform/chain/clone-code.js'
import { splitFactory, splitImplementation } from '../../platform/chain/contracts.js'
import { merchantSplitAbi } from '../../platform/chain/generated/merchant-split.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { testUsdcAbi, testUsdcCode } from '../../platform/chain/generated/test-contracts.js'
import { findToken } from '../../platform/chain/tokens.js'
import { createViemChain } from '../../platform/chain/viem-chain.js'
import { prepareChain } from '../sandbox/prepare-chain.js'
import { encodeShares, predictSplit, splitAddress } from './predict-split.js'
import { requireDeployedSplit } from './require-deployed-split.js'
import type { GivenRecipient } from './split.js'

const chainId = 84_532
const usdc = findToken(chainId, 'USDC')?.address as Address
const nativeToken = `0x${'0'.repeat(40)}` as const

let node: TestChain
let chain: Chain
beforeAll(async () => {
  node = await startTestChain()
  await prepareChain(node.url, { chainId, relayers: [] })
  chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain
}, 60_000)
afterAll(() => node.close())

const aPair = (): GivenRecipient[] => [
  { address: aWallet(), sharesBps: 9_950 },
  { address: aWallet(), sharesBps: 50 },
]

/** One to `max` recipients whose shares sum to the total. */
const recipientsUpTo = (max: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: max - 1 })
    .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
    .map((ends) => ends.slice(1).map((end, index) => end - (ends[index] ?? 0)))
    .map((shares) => shares.map((sharesBps) => ({ address: aWallet(), sharesBps })))

/** The merchant of all splits, and its installation. */
const owner = aWallet()
const installationId = 'tally'

/** Deploys a split through the factory and returns its predicted address. */
async function createSplit(recipients: GivenRecipient[], version = 1): Promise<Address> {
  const { address, args, salt } = predictSplit({
    installationId,
    merchant: owner,
    version,
    recipients,
  })
  const data = encodeFunctionData({
    abi: splitFactoryAbi,
    functionName: 'create',
    args: [args, salt],
  })
  await sendOnChain(node, { to: splitFactory.address, data })
  return address
}

/** Returns the amount the contract would release to each recipient. */
function releasable(split: Address, token: Hex, recipients: GivenRecipient[]) {
  const call = { address: split, abi: merchantSplitAbi, functionName: 'releasable' } as const
  return Promise.all(
    recipients.map(({ address }) => chain.readContract({ ...call, args: [token, address] })),
  )
}

async function distribute(split: Address, token: Hex): Promise<void> {
  const functionName = 'distribute'
  const data = encodeFunctionData({ abi: merchantSplitAbi, functionName, args: [token] })
  await sendOnChain(node, { to: split, data })
}

async function payUsdc(to: Address, units: bigint): Promise<void> {
  const args = [to, units] as const
  const data = encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args })
  await sendOnChain(node, { to: usdc, data })
}

describe('predictSplit', { timeout: 60_000 }, () => {
  test("default: matches the factory's prediction", async () => {
    const input = fc.record({
      recipients: recipientsUpTo(16),
      version: fc.nat(2 ** 31),
      id: fc.option(fc.string()),
    })
    const predict = { address: splitFactory.address, abi: splitFactoryAbi } as const
    await fc.assert(
      fc.asyncProperty(input, async ({ recipients, version, id }) => {
        const split = predictSplit({ installationId: id, merchant: aWallet(), version, recipients })
        const args = [split.args, split.salt] as const
        const contractReply = await chain.readContract({
          ...predict,
          functionName: 'predict',
          args,
        })
        expect(split.address).toBe(contractReply.toLowerCase())
      }),
      { seed: 1, numRuns: 60 },
    )
  })

  test('behavior: the factory deploys the expected code at the address', async () => {
    const recipients = aPair()
    const address = await createSplit(recipients)
    const { args } = predictSplit({ installationId, merchant: aWallet(), version: 1, recipients })
    const expected = cloneCode({ implementation: splitImplementation, args })
    expect(await chain.findCode(address)).toBe(expected)
  })

  test('behavior: the address depends on installation, merchant, version, shares and recipients', () => {
    const [merchant, recipients] = [aWallet(), aPair()]
    const split = { installationId, merchant, version: 1, recipients }
    const addresses = [
      split,
      { ...split, installationId: 'staging' },
      { ...split, installationId: null },
      { ...split, merchant: aWallet() },
      { ...split, version: 2 },
      { ...split, recipients: aPair() },
      { ...split, recipients: recipients.slice(0, 1) },
    ].map((input) => predictSplit(input).address)
    expect(new Set(addresses).size).toBe(7)
    const repeatedSplit = predictSplit({ ...split, recipients: recipients.toReversed() })
    expect(repeatedSplit.address).toBe(addresses[0])
  })
})

describe('requireDeployedSplit', { timeout: 60_000 }, () => {
  const check = (
    address: Address,
    recipients: GivenRecipient[],
    more: { on?: Chain | null; salt?: Hex; versions?: number; merchant?: Address } = {},
  ) => {
    const { on = chain, salt = null, versions = 0, merchant = owner } = more
    const chainId = 84_532
    const split = { address, chainId, merchant, owner, recipients, salt, versions }
    const ctx = { chain: on, log: silentLog, installationId: async () => installationId }
    return requireDeployedSplit(ctx, split)
  }

  async function aContract(code: Hex): Promise<Address> {
    const address = aWallet()
    await node.call('anvil_setCode', address, code)
    return address
  }

  const codeFor = (recipients: GivenRecipient[], implementation = splitImplementation) => {
    const { args } = predictSplit({ installationId, merchant: aWallet(), version: 1, recipients })
    return cloneCode({ implementation, args })
  }

  test('default', async () => {
    const recipients = aPair()
    const address = await createSplit(recipients)
    await expect(check(address, recipients)).resolves.toBeNull()
    await expect(check(address, recipients.toReversed())).resolves.toBeNull()
  })

  test('behavior: accepts a split of an earlier version', async () => {
    const recipients = aPair()
    const address = await createSplit(recipients, 3)
    await expect(check(address, recipients, { versions: 5 })).resolves.toBeNull()
    await expect(check(address, recipients, { versions: 1 })).rejects.toThrow(/Send its salt/)
  })

  /** Deploys a split with another salt than our own. */
  async function createSalted(recipients: GivenRecipient[], salt: Hex): Promise<Address> {
    const args = [encodeShares(recipients), salt] as const
    const create = { abi: splitFactoryAbi, functionName: 'create', args } as const
    await sendOnChain(node, { to: splitFactory.address, data: encodeFunctionData(create) })
    return splitAddress({ args: args[0], salt })
  }

  test('behavior: accepts a split deployed by others, by its salt', async () => {
    const recipients = [
      { address: owner, sharesBps: 9_950 },
      { address: aWallet(), sharesBps: 50 },
    ]
    const salt = keccak('0x1234')
    const address = await createSalted(recipients, salt)
    await expect(check(address, recipients, { salt })).resolves.toBeNull()
    // It must pay the owner, which after a transfer is another wallet than the merchant's.
    const transferred = check(address, recipients, { salt, merchant: aWallet() })
    await expect(transferred).resolves.toBeNull()
    await expect(check(address, recipients)).rejects.toThrow(/Send its salt/)
    const other = keccak('0x5678')
    await expect(check(address, recipients, { salt: other })).rejects.toThrow(/not deployed by our/)
  })

  test('error: refuses a split deployed by others that does not pay the merchant', async () => {
    const recipients = aPair()
    const salt = keccak('0x1234')
    const refused = check(await createSalted(recipients, salt), recipients, { salt })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(refused).rejects.toThrow(/Your wallet is not a recipient/)
  })

  test.each([
    ['a wallet', () => aWallet(), /There is no contract at 0x/],
    ['a foreign contract', () => aContract(testUsdcCode), /is not one of our splits/],
    ['the split implementation', () => splitImplementation, /is not one of our splits/],
    ['the factory', () => splitFactory.address, /is not one of our splits/],
  ] as const)('error: refuses %s', async (_, find, message) => {
    const refused = check(await find(), aPair())
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(refused).rejects.toThrow(message)
  })

  test('error: refuses a clone of another implementation', async () => {
    const recipients = aPair()
    // It has the same args but delegates to other code.
    const address = await aContract(codeFor(recipients, await aContract('0x00')))
    await expect(check(address, recipients)).rejects.toThrow(/is not one of our splits/)
  })

  test('error: refuses other shares and lists them', async () => {
    const [merchant, platform] = [aWallet(), aWallet()]
    const address = await createSplit([
      { address: merchant, sharesBps: 9_999 },
      { address: platform, sharesBps: 1 },
    ])
    const refused = check(address, [
      { address: merchant, sharesBps: 9_950 },
      { address: platform, sharesBps: 50 },
    ])
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(refused).rejects.toThrow(/has other recipients: .*(9999|1) to 0x/)
  })

  test('error: refuses an extra recipient', async () => {
    const recipients = aPair()
    const address = await createSplit([
      { address: recipients[0]?.address as Address, sharesBps: 9_900 },
      { address: recipients[1]?.address as Address, sharesBps: 50 },
      { address: aWallet(), sharesBps: 50 },
    ])
    await expect(check(address, recipients)).rejects.toThrow(/has other recipients/)
  })

  test('error: refuses our code at an address that our factory did not create', async () => {
    const recipients = aPair()
    const address = await aContract(codeFor(recipients))
    const refused = check(address, recipients, { versions: 20 })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(refused).rejects.toThrow(/not deployed by our factory/)
  })

  test('error: returns chain_unavailable without a reachable chain', async () => {
    const split = await createSplit(aPair())
    const elsewhere = createViemChain({ chainRpcUrl: [node.url], chainId: 1 })
    const unavailable = { code: 'chain_unavailable' }
    await expect(check(split, aPair(), { on: null })).rejects.toMatchObject(unavailable)
    await expect(check(split, aPair(), { on: elsewhere })).rejects.toMatchObject(unavailable)
  })
})

describe('shareOut', { timeout: 60_000 }, () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 96n })
  const bps = (recipients: GivenRecipient[]) => recipients.map(({ sharesBps }) => sharesBps)

  test('default: matches the contract to the unit in every round', async () => {
    const input = fc.tuple(recipientsUpTo(5), amount, amount)
    await fc.assert(
      fc.asyncProperty(input, async ([recipients, first, more]) => {
        const split = await createSplit(recipients)
        await node.call('anvil_setBalance', split, `0x${first.toString(16)}`)
        const paidUnits = shareOut(baseUnits(first), bps(recipients))
        expect(await releasable(split, nativeToken, recipients)).toEqual(paidUnits)

        await distribute(split, nativeToken)
        const remainingBalance = await chain.getBalance(split)
        expect(remainingBalance).toBe(first - paidUnits.reduce((sum, part) => sum + part, 0n))
        await node.call('anvil_setBalance', split, `0x${(remainingBalance + more).toString(16)}`)
        const all = shareOut(baseUnits(first + more), bps(recipients))
        const dueParts = all.map((part, index) => part - (paidUnits[index] ?? 0n))
        expect(await releasable(split, nativeToken, recipients)).toEqual(dueParts)
      }),
      { seed: 1, numRuns: 8 },
    )
  })

  test('behavior: matches the contract for a token', async () => {
    const recipients = aPair()
    const split = await createSplit(recipients)
    await payUsdc(split, 110_049_999n)
    const expected = shareOut(baseUnits(110_049_999n), bps(recipients))
    expect(await releasable(split, usdc, recipients)).toEqual(expected)
  })
})
