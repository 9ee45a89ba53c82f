import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../test/fixtures/delivery.js'
import { publish } from '../../../test/fixtures/event.js'
import { aDeveloper, aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { deleteSales } from '../../features.js'
import type { Address } from '../../lib/hex.js'
import { createSandboxClock } from '../../platform/clock/sandbox-clock.js'
import { listEventPage } from '../events/routes.js'
import { getEndpoint } from '../webhooks/endpoints/change-endpoint.js'
import { createEndpoint } from '../webhooks/endpoints/create-endpoint.js'
import { resetSandbox } from './reset-sandbox.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const sandbox = { clock: createSandboxClock(() => ctx.now()), anvilUrl: null }
const reset = (merchant: Address) => resetSandbox(ctx, { sandbox, merchant, deleteSales })

const count = async (table: string, merchant: string) =>
  (await ctx.db.query(`select 1 from ${table} where merchant = $1`, [merchant])).rowCount

describe('resetSandbox', () => {
  test('behavior: deletes events and deliveries of this merchant only', async () => {
    const [merchant, other] = [aWallet(), aWallet()]
    for (const wallet of [merchant, other]) {
      await publish(ctx, { merchant: wallet, count: 2 })
      await aDelivery(ctx, { merchant: wallet, status: 'pending', attempts: [] })
    }
    await reset(merchant)
    for (const table of ['webhook_queues', 'webhook_deliveries', 'events']) {
      expect([table, await count(table, merchant)]).toEqual([table, 0])
      expect(await count(table, other)).toBeGreaterThan(0)
    }
  })

  test('behavior: keeps the event counter', async () => {
    const merchant = aWallet()
    await publish(ctx, { merchant, count: 3 })
    await reset(merchant)
    const [next] = await publish(ctx, { merchant })
    const { events } = await listEventPage(ctx, { merchant, after: 3, limit: 10 })
    expect(events.map(({ id, no }) => ({ id, no }))).toEqual([{ id: next?.id, no: 4 }])
  })

  test('behavior: keeps webhook endpoints', async () => {
    const { wallet: merchant } = await aDeveloper(ctx)
    const by = { merchant, person: merchant, role: 'owner', correlationId: 'c' } as const
    const body = { url: 'https://shop.test/hook' }
    const { endpoint } = await createEndpoint(ctx, { by, id: ctx.newId('whk'), body })
    await reset(merchant)
    expect(await getEndpoint(ctx, { merchant, id: endpoint.id })).toMatchObject(endpoint)
  })
})
