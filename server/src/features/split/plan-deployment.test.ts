import { decodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import {
  deploymentKey,
  findDeployment,
  planDeployment,
  repeatDeployment,
} from './plan-deployment.js'
import { predictSplit } from './predict-split.js'

const chainId = 84_532

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

function aSplit() {
  const merchant = aWallet()
  const recipients = [{ address: merchant, sharesBps: 10_000 }]
  return { merchant, chainId, ...predictSplit({ merchant, version: 1, recipients }) }
}

describe('planDeployment', () => {
  test('default: plans the call of the factory for this split', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    const planned = await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })
    expect(planned).toMatchObject({ to: splitFactory.address, merchant: split.merchant, value: 0n })
    expect(planned?.purpose).toBe('split.create')
    const call = decodeFunctionData({ abi: splitFactoryAbi, data: planned?.data ?? '0x' })
    expect(call).toEqual({ functionName: 'create', args: [split.args, split.salt] })
  })

  test('behavior: repeating a plan keeps it', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    const first = await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })
    await planDeployment(ctx, split)
    expect(await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })).toEqual(first)
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

describe('repeatDeployment', () => {
  async function aKeptSplit() {
    const { merchant, address } = aSplit()
    const recipients = [{ address: merchant, sharesBps: 10_000, role: 'merchant' as const }]
    const facts = { version: 1, createdAt: testNow, createdBy: null }
    const split = { merchant, chainId, address, recipients, ...facts }
    await planDeployment(ctx, { ...split, ...predictSplit(split) })
    return split
  }

  const end = (address: string) =>
    ctx.db.query(
      `update outgoing_transactions set state = 'failed', error = 'x', error_since = 0
       where key like $1 and state = 'planned'`,
      [`split.create:${address}%`],
    )

  test('default: retries a failed deployment every time', async () => {
    const split = await aKeptSplit()
    for (const attempt of [2, 3]) {
      await end(split.address)
      await repeatDeployment(ctx, split)
      const last = await findDeployment(ctx, split)
      expect(last).toMatchObject({ attempt, outgoing: { state: 'planned' } })
    }
  })

  test('behavior: ignores a deployment in progress', async () => {
    const split = await aKeptSplit()
    await repeatDeployment(ctx, split)
    expect(await findDeployment(ctx, split)).toMatchObject({ attempt: 1 })
  })

  test('behavior: ignores a split given by address', async () => {
    const split = { ...(await aKeptSplit()), address: aWallet() }
    await repeatDeployment(ctx, split)
    expect(await findDeployment(ctx, split)).toBeNull()
  })
})
