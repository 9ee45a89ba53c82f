import { decodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { splitFactory } from '../../platform/chain/contracts.js'
import { splitFactoryAbi } from '../../platform/chain/generated/split-factory.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import { deploymentKey, planDeployment } from './plan-deployment.js'
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
  test('default: the factory is asked for exactly this split', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    const planned = await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })
    expect(planned).toMatchObject({ to: splitFactory.address, merchant: split.merchant, value: 0n })
    expect(planned?.purpose).toBe('split.create')
    const call = decodeFunctionData({ abi: splitFactoryAbi, data: planned?.data ?? '0x' })
    expect(call).toEqual({ functionName: 'create', args: [split.args, split.salt] })
  })

  test('behavior: the same again is the same plan', async () => {
    const split = aSplit()
    await planDeployment(ctx, split)
    const first = await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })
    await planDeployment(ctx, split)
    expect(await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })).toEqual(first)
  })

  test('error: a transaction that is not committed plans nothing', async () => {
    const split = aSplit()
    const undone = ctx.db.transaction(async (tx) => {
      await planDeployment({ ...ctx, db: tx }, split)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await findOutgoing(ctx.db, { chainId, key: deploymentKey(split) })).toBeNull()
  })
})
