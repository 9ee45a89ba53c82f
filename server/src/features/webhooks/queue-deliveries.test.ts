import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../test/fixtures/delivery.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { repairQueues } from './queue-deliveries.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const run = () => repairQueues.run(ctx, new AbortController().signal)

async function queues() {
  const { rows } = await ctx.db.query('select merchant, queue, route from webhook_queues')
  return rows
}

describe('repairQueues', () => {
  test('default', async () => {
    const merchant = aWallet()
    await aDelivery(ctx, { merchant, status: 'pending', attempts: [] })
    await aDelivery(ctx, { merchant, status: 'failed', receiptId: 'R-2' })
    const before = await queues()
    expect(before).toHaveLength(1)
    expect(await run()).toEqual({ mended: 0 })

    await ctx.db.query('delete from webhook_queues')
    expect(await run()).toEqual({ mended: 1 })
    expect(await queues()).toEqual(before)
  })
})
