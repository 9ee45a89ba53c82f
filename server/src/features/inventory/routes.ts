import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authorOf, merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import type { Ppm } from '../../lib/money.js'
import type { Context } from '../../platform/context.js'
import { orRecall } from '../../platform/degraded/recall-from.js'
import { addIgnoredFields } from '../../platform/http/ignored-fields/report-ignored.js'
import { limits } from '../../platform/limits/limits.js'
import { findMerchantRate } from '../pricing/find-merchant-rate.js'
import { deleteItem } from './delete-item.js'
import { describeItem } from './describe-item.js'
import { followsRate, type Item } from './item.js'
import { listItems } from './list-items.js'
import { listUnknownValues, readItemQuery } from './read-item-query.js'
import { recallItems } from './recall-items.js'
import {
  DeletedItem,
  DeleteItemQuery,
  InventoryPage,
  InventoryQuery,
  UpsertedItem,
  UpsertItemBody,
} from './schemas.js'
import type { Catalogues } from './search/catalogues.js'
import { showImages, withImageUrls } from './show-images.js'
import { upsertItem } from './upsert-item.js'
import { warmCatalogues } from './warm-catalogues.js'

export const inventoryRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  catalogues: Catalogues
}> = async (app, { ctx, catalogues }) => {
  const mayRead = anyOf(developer({ scope: 'inventory:read' }), session({ may: 'inventory:read' }))
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )

  app.addHook('onListen', async () => {
    // In the background: requests are served meanwhile.
    void warmCatalogues(ctx, catalogues)
  })
  // After the last response, because requests may wait for a load.
  app.addHook('onClose', async () => catalogues.close())

  app.get(
    '/api/inventory',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        tags: ['inventory'],
        summary: 'List items',
        querystring: InventoryQuery,
        response: { 200: InventoryPage },
      },
    },
    async (request, reply) => {
      const query = readItemQuery(request.query)
      addIgnoredFields(request, reply, listUnknownValues(request.query))
      const merchant = merchantOf(request)
      const found = await orRecall(
        () => listItems(ctx, { catalogues, merchant, query }),
        () => recallItems(ctx, { merchant, query }),
      )
      const { items, page, usdPerEuro, ...mark } = found
      return {
        ok: true as const,
        items: (await showImages(ctx, items, request.query.images)).map((item) =>
          describeItem(item, usdPerEuro),
        ),
        ...page,
        ...mark,
      }
    },
  )

  app.post(
    '/api/inventory',
    {
      bodyLimit: limits['item-bodies'].most.request,
      config: {
        outage: 'refuse',
        guard: mayWrite,
        idempotent: {},
        unreportedFields: ['reservedQty', 'createdAt', 'updatedAt'],
      },
      schema: {
        tags: ['inventory'],
        summary: 'Create or update an item',
        description:
          'Finds the item by id if given, otherwise by SKU. Omitted fields keep their values. `reservedQty`, `createdAt` and `updatedAt` are ignored, so that you can send an item back as you received it.',
        body: UpsertItemBody,
        response: { 200: UpsertedItem },
      },
    },
    async (request) => {
      const { item, created } = await upsertItem(ctx, {
        by: authorOf(request),
        body: request.body,
      })
      const usdPerEuro = await findUsdPerEuro(ctx, item)
      return {
        ok: true as const,
        item: describeItem(withImageUrls(ctx.config, item), usdPerEuro),
        created,
      }
    },
  )

  app.delete(
    '/api/inventory',
    {
      config: { outage: 'refuse', guard: mayWrite },
      schema: {
        tags: ['inventory'],
        summary: 'Delete an item',
        querystring: DeleteItemQuery,
        response: { 200: DeletedItem },
      },
    },
    async (request) => {
      const { id = '' } = request.query
      const deleted = await deleteItem(ctx, { by: authorOf(request), id })
      return { ok: true as const, id, deleted }
    },
  )
}

/** Returns the rate behind an item's dollar price, or null when the price needs none or no rate is known. */
async function findUsdPerEuro(ctx: Context, item: Item): Promise<Ppm | null> {
  if (!followsRate(item)) return null
  const found = await findMerchantRate(ctx, { merchant: item.merchant, unit: 'EUR' })
  return found.kind === 'rate' ? found.usdPerUnit : null
}
