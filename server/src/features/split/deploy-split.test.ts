import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper, aWallet } from '../../../test/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { listChanges } from '../audit/list-changes.js'
import { deploySplit } from './deploy-split.js'
import { findSplit } from './find-split.js'
import type { SplitDeployment } from './schemas.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const aMerchant = async () => (await aDeveloper(ctx)).wallet

function deploy(
  merchant: Address,
  { on = ctx, ...body }: Partial<SplitDeployment> & { on?: TestContext } = {},
) {
  const by = { merchant, wallet: merchant, role: 'owner', correlationId: 'test' } as const
  const recipients = [{ address: merchant, sharesBps: 10_000 }]
  return deploySplit(on, { by, body: { address: aWallet(), recipients, ...body } })
}

async function changesOf(merchant: Address) {
  const page = { merchant, action: null, below: Number.MAX_SAFE_INTEGER, limit: 200 }
  return (await listChanges(ctx, page)).entries
}

async function storedOf(merchant: Address) {
  const { rows } = await ctx.db.query<{ version: number; address: Address; recipients: unknown }>(
    'select version, address, recipients from splits where merchant = $1 order by version',
    [merchant],
  )
  return rows
}

const withConfig = (changes: Partial<TestContext['config']>): TestContext => ({
  ...ctx,
  config: { ...ctx.config, ...changes },
})

describe('deploySplit', () => {
  test('default', async () => {
    const [merchant, address, partner] = [await aMerchant(), aWallet(), aWallet()]
    const recipients = [
      { address: merchant, sharesBps: 8_000 },
      { address: partner, sharesBps: 1_950, label: 'Roaster' },
    ]
    expect(await deploy(merchant, { address, recipients })).toEqual({
      merchant,
      version: 1,
      address,
      chainId: 84_532,
      recipients: [
        { address: merchant, sharesBps: 8_000, role: 'merchant' },
        { address: partner, sharesBps: 1_950, role: 'partner', label: 'Roaster' },
        { address: ctx.config.platformWallet, sharesBps: 50, role: 'platform' },
      ],
      createdAt: testNow,
      createdBy: merchant,
    })
  })

  test('behavior: old versions are kept as they were', async () => {
    const merchant = await aMerchant()
    const first = await deploy(merchant)
    const second = await deploy(merchant, {
      recipients: [{ address: aWallet(), sharesBps: 9_950 }],
    })
    expect(second.version).toBe(2)
    expect(await storedOf(merchant)).toEqual(
      [first, second].map(({ version, address, recipients }) => ({ version, address, recipients })),
    )
  })

  test('behavior: going back to an old one is a version of its own', async () => {
    const [merchant, address] = [await aMerchant(), aWallet()]
    await deploy(merchant, { address })
    await deploy(merchant)
    expect(await deploy(merchant, { address })).toMatchObject({ version: 3, address })
  })

  test('behavior: the same again changes nothing and leaves no trace', async () => {
    const merchant = await aMerchant()
    const split = await deploy(merchant)
    const { address } = split
    ctx.clock.advance(1_000)

    const shown = split.recipients.map(({ role: _role, ...one }) => one)
    expect(await deploy(merchant, { address })).toEqual(split)
    expect(await deploy(merchant, { address, chainId: 84_532 })).toEqual(split)
    expect(await deploy(merchant, { address, recipients: shown })).toEqual(split)
    expect(await deploy(merchant, { address, recipients: shown.toReversed() })).toEqual(split)
    expect(await storedOf(merchant)).toHaveLength(1)
    expect(await changesOf(merchant)).toHaveLength(1)
  })

  test('behavior: another chain makes it another split', async () => {
    const [merchant, address] = [await aMerchant(), aWallet()]
    await deploy(merchant, { address })
    const moved = await deploy(merchant, { address, on: withConfig({ chainId: 8_453 }) })
    expect(moved).toMatchObject({ version: 2, chainId: 8_453 })
  })

  test('behavior: a wallet that was the platform stays so in what was made then', async () => {
    const merchant = await aMerchant()
    const { recipients } = await deploy(merchant)
    const elsewhere = withConfig({ platformWallet: aWallet() })
    expect((await findSplit(elsewhere, merchant))?.recipients).toEqual(recipients)
    expect((await deploy(merchant, { on: elsewhere })).recipients[1]).toEqual({
      address: elsewhere.config.platformWallet,
      sharesBps: 50,
      role: 'platform',
    })
  })

  test('behavior: the audit log has it before and after', async () => {
    const merchant = await aMerchant()
    const first = await deploy(merchant)
    const second = await deploy(merchant)
    const [one, two] = [first, second].map(({ version, address, chainId, recipients }) => ({
      version,
      address,
      chainId,
      recipients,
    }))

    const common = { action: 'split.deployed', actor: merchant, role: 'owner' }
    expect(await changesOf(merchant)).toMatchObject([
      { ...common, target: second.address, before: one, after: two },
      { ...common, target: first.address, before: null, after: one },
    ])
  })

  test('behavior: of several at once each is a version', async () => {
    const merchant = await aMerchant()
    const made = await Promise.all(Array.from({ length: 6 }, () => deploy(merchant)))
    expect(made.map(({ version }) => version).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect(await changesOf(merchant)).toHaveLength(6)
  })

  test('behavior: the same at once is one version', async () => {
    const [merchant, address] = [await aMerchant(), aWallet()]
    const made = await Promise.all(Array.from({ length: 6 }, () => deploy(merchant, { address })))
    expect(new Set(made.map(({ version }) => version))).toEqual(new Set([1]))
    expect(await changesOf(merchant)).toHaveLength(1)
  })

  test('error: no wallet for the platform', async () => {
    const merchant = await aMerchant()
    const refused = deploy(merchant, { on: withConfig({ platformWallet: undefined }) })
    await expect(refused).rejects.toMatchObject({ code: 'platform_recipient_not_configured' })
    expect(await storedOf(merchant)).toEqual([])
  })
})
