import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOutgoing } from '../../../test/fixtures/end-outgoing.js'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import { listChanges } from '../audit/routes.js'
import { deploySplit } from './deploy-split.js'
import { deploymentKey, getDeployment } from './find-deployment.js'
import { findSplit } from './find-split.js'
import { predictSplit } from './predict-split.js'
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
  const by = { merchant, person: merchant, role: 'owner', correlationId: 'test' } as const
  const recipients = [{ address: merchant, sharesBps: 10_000 }]
  return deploySplit(on, { by, body: { recipients, ...body } })
}

/** Deploys a split with new recipients. */
const deployAnother = (merchant: Address) =>
  deploy(merchant, { recipients: [{ address: aWallet(), sharesBps: 9_950 }] })

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
    const [merchant, partner] = [await aMerchant(), aWallet()]
    const recipients = [
      { address: merchant, sharesBps: 8_000 },
      { address: partner, sharesBps: 1_950, label: 'Roaster' },
    ]
    const all = [
      { address: merchant, sharesBps: 8_000, role: 'merchant' as const },
      { address: partner, sharesBps: 1_950, role: 'partner' as const, label: 'Roaster' },
      { address: ctx.config.platformWallet as Address, sharesBps: 50, role: 'platform' as const },
    ]
    const installationId = await ctx.installationId()
    expect(await deploy(merchant, { recipients })).toEqual({
      merchant,
      installationId,
      version: 1,
      address: predictSplit({ installationId, merchant, version: 1, recipients: all }).address,
      chainId: 84_532,
      recipients: all,
      isRegistered: false,
      salt: null,
      createdAt: testNow,
      createdBy: merchant,
    })
  })

  test('behavior: leaves the deployment to the first distribution', async () => {
    const split = await deploy(await aMerchant())
    const none = { status: 'planned', deployedTx: null, attempts: 0 }
    expect(await getDeployment(ctx, split)).toEqual(none)
    await deploy(split.merchant)
    expect(await getDeployment(ctx, split)).toEqual(none)
  })

  test('behavior: plans the deployment with `deploy: "now"`', async () => {
    const merchant = await aMerchant()
    const split = await deploy(merchant, { deploy: 'now' })
    const which = { chainId: split.chainId, key: deploymentKey(split) }
    expect(await findOutgoing(ctx.db, which)).toMatchObject({
      purpose: 'split.create',
      merchant,
      state: 'planned',
      value: 0n,
    })
  })

  test('behavior: `deploy: "now"` deploys the current split once', async () => {
    const merchant = await aMerchant()
    const split = await deploy(merchant)
    const { address } = split
    expect(await deploy(merchant, { deploy: 'now' })).toEqual(split)
    expect(await deploy(merchant, { deploy: 'now', address })).toEqual(split)
    expect(await getDeployment(ctx, split)).toMatchObject({ status: 'pending', attempts: 1 })
    expect(await changesOf(merchant)).toHaveLength(1)
  })

  test('behavior: `deploy: "now"` retries a failed deployment', async () => {
    const merchant = await aMerchant()
    const split = await deploy(merchant, { deploy: 'now' })
    await endOutgoing(ctx.db, deploymentKey(split), 'reverted')
    await deploy(merchant)
    expect(await getDeployment(ctx, split)).toMatchObject({ status: 'failed', attempts: 1 })
    await deploy(merchant, { deploy: 'now' })
    expect(await getDeployment(ctx, split)).toMatchObject({ status: 'pending', attempts: 2 })
  })

  test('behavior: keeps old versions unchanged', async () => {
    const merchant = await aMerchant()
    const first = await deploy(merchant)
    const second = await deployAnother(merchant)
    expect(second.version).toBe(2)
    expect(await storedOf(merchant)).toEqual(
      [first, second].map(({ version, address, recipients }) => ({ version, address, recipients })),
    )
  })

  test('behavior: returning to old terms creates a new version and contract', async () => {
    const merchant = await aMerchant()
    const first = await deploy(merchant)
    await deployAnother(merchant)
    const third = await deploy(merchant)
    expect(third).toMatchObject({ version: 3, recipients: first.recipients })
    expect(third.address).not.toBe(first.address)
  })

  test('behavior: repeating the current split changes nothing', async () => {
    const merchant = await aMerchant()
    const split = await deploy(merchant)
    const { address } = split
    ctx.clock.advance(1_000)

    const recipients = split.recipients.map(({ role: _role, ...recipient }) => recipient)
    expect(await deploy(merchant)).toEqual(split)
    // It is the merchant's split, although it is not on chain yet.
    expect(await deploy(merchant, { address })).toEqual(split)
    expect(await deploy(merchant, { address, chainId: 84_532 })).toEqual(split)
    expect(await deploy(merchant, { recipients: recipients })).toEqual(split)
    expect(await deploy(merchant, { recipients: recipients.toReversed() })).toEqual(split)
    expect(await storedOf(merchant)).toHaveLength(1)
    expect(await changesOf(merchant)).toHaveLength(1)
  })

  test('behavior: another chain makes another split', async () => {
    const merchant = await aMerchant()
    await deploy(merchant)
    const movedSplit = await deploy(merchant, { on: withConfig({ chainId: 8_453 }) })
    expect(movedSplit).toMatchObject({ version: 2, chainId: 8_453 })
  })

  test('behavior: keeps the platform role of a former platform wallet', async () => {
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

  test('behavior: records the change in the audit log', async () => {
    const merchant = await aMerchant()
    const first = await deploy(merchant)
    const second = await deployAnother(merchant)
    const [firstSplit, secondSplit] = [first, second].map(
      ({ version, address, chainId, recipients }) => ({
        version,
        address,
        chainId,
        recipients,
      }),
    )

    const common = { action: 'split.deployed', actor: merchant, role: 'owner' }
    expect(await changesOf(merchant)).toMatchObject([
      { ...common, target: second.address, before: firstSplit, after: secondSplit },
      { ...common, target: first.address, before: null, after: firstSplit },
    ])
  })

  test('behavior: concurrent splits each become a version', async () => {
    const merchant = await aMerchant()
    const deployments = await Promise.all(Array.from({ length: 6 }, () => deployAnother(merchant)))
    expect(deployments.map(({ version }) => version).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(deployments.map(({ address }) => address)).size).toBe(6)
    expect(await changesOf(merchant)).toHaveLength(6)
  })

  test('behavior: concurrent equal splits become one version', async () => {
    const merchant = await aMerchant()
    const deployments = await Promise.all(Array.from({ length: 6 }, () => deploy(merchant)))
    expect(new Set(deployments.map(({ version }) => version))).toEqual(new Set([1]))
    expect(await changesOf(merchant)).toHaveLength(1)
  })

  test('error: refuses without a platform wallet', async () => {
    const merchant = await aMerchant()
    const refused = deploy(merchant, { on: withConfig({ platformWallet: undefined }) })
    await expect(refused).rejects.toMatchObject({ code: 'platform_recipient_not_configured' })
    expect(await storedOf(merchant)).toEqual([])
  })

  test('error: refuses more than 20 within a day', async () => {
    const merchant = await aMerchant()
    for (let count = 0; count < 20; count += 1) await deployAnother(merchant)
    const refused = deployAnother(merchant)
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
    // Repeating the current split does not count.
    const { recipients } = (await findSplit(ctx, merchant)) ?? {}
    const shown = recipients?.map(({ role: _role, ...recipient }) => recipient) ?? []
    expect(await deploy(merchant, { recipients: shown })).toMatchObject({ version: 20 })

    ctx.clock.advance(24 * 3_600_000)
    expect(await deployAnother(merchant)).toMatchObject({ version: 21 })
  })

  test('error: refuses a contract when no chain is configured', async () => {
    const merchant = await aMerchant()
    const refused = deploy(merchant, { address: aWallet() })
    await expect(refused).rejects.toMatchObject({ code: 'chain_unavailable' })
    expect(await storedOf(merchant)).toEqual([])
  })
})
