import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { aSeller, type Seller } from '../../../test/fixtures/seller.js'
import { type Paying, startPaying } from '../../../test/paying.js'
import { keccak } from '../../lib/create2.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { DAY_MS } from '../../lib/time.js'
import type { Hex } from '../../platform/chain/chain.js'
import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { getTrialBalance } from '../ledger/get-trial-balance.js'
import { encodeShares, type PredictedSplit, predictSplit, splitAddress } from './predict-split.js'
import type { GivenRecipient } from './split.js'

const url = '/api/split/deploy'
const inUse = 'The contract at address is already in use. Omit address to deploy a new one.'

let paying: Paying
let platform: Address
beforeAll(async () => {
  paying = await startPaying()
  platform = paying.addressOf(paying.app.ctx.config.platformWallet ?? '')
}, 60_000)
afterAll(() => paying.close())

const aMerchant = () => aSeller(paying.app, { hasSplit: false })

/** Returns the recipients with the platform, as the contract has them. */
const withPlatform = (...others: GivenRecipient[]): GivenRecipient[] => [
  ...others,
  { address: platform, sharesBps: 50 },
]

/** Deploys a contract through the factory, as anyone can. */
async function create({ args, salt }: Pick<PredictedSplit, 'args' | 'salt'>): Promise<void> {
  const functionName = 'create'
  const data = encodeFunctionData({ abi: splitFactoryAbi, functionName, args: [args, salt] })
  await paying.send(paying.buyer, splitFactory.address, data)
}

/**
 * Deploys the contract that a merchant's first split would have, and returns how to register it.
 */
async function createPredicted(merchant: Address, recipients: GivenRecipient[], version = 1) {
  const installationId = await paying.app.ctx.installationId()
  const predicted = predictSplit({ installationId, merchant, version, recipients })
  await create(predicted)
  const { address, salt } = predicted
  return { address, body: { address: checksumAddress(address), salt, recipients } }
}

/** Deploys a contract with a salt of its own. */
async function createSalted(recipients: GivenRecipient[], salt: Hex) {
  const args = encodeShares(recipients)
  await create({ args, salt })
  return { address: checksumAddress(splitAddress({ args, salt })), salt, recipients }
}

async function register(seller: Seller, body: object) {
  const response = await seller.act(url, body)
  return { status: response.statusCode, ...response.json() }
}

async function pay100(seller: Seller): Promise<void> {
  const lineItems = [{ label: 'A', priceUsd: 100 }]
  await seller.post('/api/receipts', { id: 'r-1', totalUsd: 100, lineItems })
  const to = await paying.depositOf(seller.wallet, 'r-1')
  await paying.pay('USDC', { from: paying.buyer, to, units: 100_000_000n })
  await paying.settle()
  const { status } = (await seller.get('/api/receipts/r-1')).json()
  expect(status).toBe('completed')
}

/** Returns the units of each account that is not even. */
async function balancesOf({ wallet }: Seller): Promise<Record<string, bigint>> {
  const { accounts, isBalanced } = await getTrialBalance(paying.app.ctx, wallet)
  expect(isBalanced).toBe(true)
  const open = accounts.map(
    ({ account, debitUnits, creditUnits }) => [account, debitUnits - creditUnits] as const,
  )
  return Object.fromEntries(open.filter(([, units]) => units !== 0n))
}

describe('the owner of a split', { timeout: 60_000 }, () => {
  test('default: a third party cannot take the releases of a merchant', async () => {
    const [victim, squatter] = [await aMerchant(), await aMerchant()]
    const recipients = withPlatform({ address: victim.wallet, sharesBps: 9_950 })
    const { address, body } = await createPredicted(victim.wallet, recipients)
    const squatted = await register(squatter, body)

    const { split } = await register(victim, { recipients })
    expect(split).toMatchObject({ address: checksumAddress(address), version: 1 })
    await pay100(victim)
    expect(await balancesOf(victim)).not.toHaveProperty('custody')
    expect(await balancesOf(squatter)).toEqual({})
    expect(squatted).toMatchObject({
      status: 400,
      error: 'invalid_input',
      message: expect.stringContaining('Your wallet is not a recipient'),
    })
  })

  test('behavior: a partner who registers the next contract does not block the merchant', {
    tags: 'slow',
  }, async () => {
    const [victim, partner] = [await aMerchant(), await aMerchant()]
    const recipients = withPlatform(
      { address: victim.wallet, sharesBps: 9_000 },
      { address: partner.wallet, sharesBps: 950 },
    )
    for (const version of [1, 2]) {
      const { body } = await createPredicted(victim.wallet, recipients, version)
      expect(await register(partner, body)).toMatchObject({ status: 200 })
    }
    const installationId = await paying.app.ctx.installationId()
    const third = { installationId, merchant: victim.wallet, version: 3, recipients }
    const { address } = predictSplit(third)
    const { split } = await register(victim, { recipients })
    expect(split).toMatchObject({ address: checksumAddress(address), version: 3 })
    expect(await register(victim, { recipients })).toMatchObject({ split })

    await pay100(victim)
    expect(await balancesOf(victim)).not.toHaveProperty('custody')
    expect(await balancesOf(partner)).toEqual({})
  })

  test('behavior: a merchant may return to its own contracts', async () => {
    const seller = await aMerchant()
    const recipients = withPlatform({ address: seller.wallet, sharesBps: 9_950 })
    const salted = await createSalted(recipients, keccak('0x01'))
    const others = withPlatform({ address: aWallet(), sharesBps: 9_950 })
    expect(await register(seller, salted)).toMatchObject({ split: { version: 1 } })
    expect(await register(seller, { recipients: others })).toMatchObject({ split: { version: 2 } })
    expect(await register(seller, salted)).toMatchObject({
      split: { version: 3, address: salted.address },
    })

    // Not a recipient, but the contract has its own salt.
    const { body } = await createPredicted(seller.wallet, others, 2)
    const { address } = body
    expect(await register(seller, { address, recipients: others })).toMatchObject({
      split: { version: 4, address },
    })
  })

  test('error: refuses a contract of another merchant without naming it', async () => {
    const [first, second] = [await aMerchant(), await aMerchant()]
    const recipients = withPlatform(
      { address: first.wallet, sharesBps: 5_000 },
      { address: second.wallet, sharesBps: 4_950 },
    )
    const salted = await createSalted(recipients, keccak('0x02'))
    expect(await register(first, salted)).toMatchObject({ status: 200 })
    expect(await register(second, salted)).toEqual({
      status: 400,
      error: 'invalid_input',
      message: inUse,
    })
    expect((await second.get(url)).json()).toMatchObject({ configured: false })
  })

  test('error: of merchants that register a contract at once, one succeeds', async () => {
    const sellers = await Promise.all(Array.from({ length: 4 }, aMerchant))
    const recipients = withPlatform(
      ...sellers.map(({ wallet }, index) => ({
        address: wallet,
        sharesBps: index === 0 ? 2_489 : 2_487,
      })),
    )
    const salted = await createSalted(recipients, keccak('0x03'))
    const responses = await Promise.all(sellers.map((seller) => register(seller, salted)))
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused).toEqual(
      Array.from({ length: 3 }, () => ({ status: 400, error: 'invalid_input', message: inUse })),
    )
  })

  test('error: counts registrations toward the limit per day', { tags: 'slow' }, async () => {
    const seller = await aMerchant()
    const recipients = withPlatform({ address: seller.wallet, sharesBps: 9_950 })
    const [first, second] = [
      await createSalted(recipients, keccak('0x04')),
      await createSalted(recipients, keccak('0x05')),
    ]
    for (let version = 1; version <= 20; version += 1) {
      const body = version % 2 === 0 ? first : second
      expect(await register(seller, body)).toMatchObject({ split: { version } })
    }
    expect(await register(seller, second)).toMatchObject({
      status: 429,
      error: 'rate_limited',
      resetAt: paying.app.ctx.now() + DAY_MS,
    })
  })
})
