import { decodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOutgoing } from '../../../test/fixtures/end-outgoing.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import { canceledByPerson } from '../../platform/chain/outgoing/outgoing.js'
import { cancelPlanned } from '../../platform/chain/outgoing/stores/progress-store.js'
import { deploymentKey, findCancelable, findDeployment, getDeployment } from './find-deployment.js'
import { planDeployment } from './plan-deployment.js'
import { predictSplit } from './predict-split.js'
import type { Split } from './split.js'

const chainId = 84_532

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

function aSplit(changes: Partial<Split> = {}): Split {
  const merchant = aWallet()
  const recipients = [{ address: merchant, sharesBps: 10_000, role: 'merchant' as const }]
  const split = { installationId: null, merchant, version: 1, recipients }
  const { address } = predictSplit(split)
  const creation = { isRegistered: false, createdAt: testNow, createdBy: null }
  return { ...split, chainId, address, ...creation, ...changes }
}

describe('planDeployment', () => {
  test('default: plans the call of the factory for this split', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    const plannedOutgoing = await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })
    expect(plannedOutgoing).toMatchObject({
      to: splitFactory.address,
      merchant: split.merchant,
      value: 0n,
    })
    expect(plannedOutgoing?.purpose).toBe('split.create')
    const call = decodeFunctionData({ abi: splitFactoryAbi, data: plannedOutgoing?.data ?? '0x' })
    const { args, salt } = predictSplit(split)
    expect(call).toEqual({ functionName: 'create', args: [args, salt] })
  })

  test('behavior: ignores a deployment in progress', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    await planDeployment(ctx, split)
    expect(await findDeployment(ctx, split)).toMatchObject({ attempt: 1 })
  })

  test('behavior: retries a failed deployment every time', async () => {
    const split = aSplit()
    for (const attempt of [1, 2, 3]) {
      await planDeployment(ctx, split)
      const last = await findDeployment(ctx, split)
      expect(last).toMatchObject({ attempt, outgoing: { state: 'planned' } })
      await endOutgoing(ctx.db, deploymentKey(split, attempt), 'reverted')
    }
  })

  test('behavior: people cancel ten attempts of their own contract', async () => {
    const split = aSplit()
    for (let canceled = 0; canceled < 10; canceled += 1) {
      await planDeployment(ctx, split)
      const id = (await findCancelable(ctx, split)) ?? ''
      expect(await cancelPlanned(ctx.db, { id, error: canceledByPerson })).toBe(true)
    }
    await planDeployment(ctx, split)
    expect(await findCancelable(ctx, split)).toBeNull()
  })

  test('behavior: a merchant that registers a contract cannot cancel its deployment', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    expect(await findCancelable(ctx, split)).toMatch(/^txn_/)
    const { address } = split
    expect(await findCancelable(ctx, aSplit({ address, isRegistered: true }))).toBeNull()
  })

  test('behavior: ignores a registered split', async () => {
    const split = aSplit({ isRegistered: true })
    await planDeployment(ctx, split)
    expect(await findDeployment(ctx, split)).toBeNull()
  })

  test('error: plans nothing when the transaction is rolled back', async () => {
    const split = aSplit()
    const undone = ctx.db.transaction(async (tx) => {
      await planDeployment({ ...ctx, db: tx }, split)
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    expect(await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })).toBeNull()
  })
})

describe('getDeployment', () => {
  test('default: follows the deployment', async () => {
    const split = aSplit()
    const none = { status: 'planned', deployedTx: null, attempts: 0 }
    expect(await getDeployment(ctx, split)).toEqual(none)
    await planDeployment(ctx, split)
    const first = { ...none, attempts: 1 }
    expect(await getDeployment(ctx, split)).toEqual({ ...first, status: 'pending' })
    await endOutgoing(ctx.db, deploymentKey(split), 'reverted')
    expect(await getDeployment(ctx, split)).toEqual({ ...first, status: 'failed' })
    await planDeployment(ctx, split)
    const deployedTx = await endOutgoing(ctx.db, deploymentKey(split, 2), 'mined')
    const done = { status: 'deployed', deployedTx, attempts: 2 }
    expect(await getDeployment(ctx, split)).toEqual(done)
  })

  test('behavior: a registered split is deployed', async () => {
    const split = aSplit({ isRegistered: true })
    const expected = { status: 'deployed', deployedTx: null, attempts: 0 }
    expect(await getDeployment(ctx, split)).toEqual(expected)
  })

  test('behavior: the deployment of a split from an earlier version decides', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    const stored = { ...split, isRegistered: true }
    expect(await getDeployment(ctx, stored)).toMatchObject({ status: 'pending' })
  })

  test("behavior: ignores failed attempts at another split's registered address", async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    await endOutgoing(ctx.db, deploymentKey(split), 'reverted')
    const again = { ...split, version: 2, isRegistered: true }
    expect(await getDeployment(ctx, again)).toMatchObject({ status: 'deployed' })
  })
})
