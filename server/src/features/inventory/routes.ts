import { authorOf, merchantOf } from '../../auth/caller.js'
import { anyOf, developer, device, session } from '../../auth/guards.js'
import { orRecall } from '../../platform/degraded/recall-from.js'
import type { Routes } from '../../platform/feature.js'
import { addIgnoredFields } from '../../platform/http/ignored-fields/report-ignored.js'
import { etagOf, readExpectedRevision, staleRevision } from '../../platform/http/revisions.js'
import { limits } from '../../platform/limits/limits.js'
import { deleteItem, upsertItem } from './change-item.js'
import { describeItem } from './describe-item.js'
import { followsRate } from './item.js'
import { findUsdPerEuro, listItems } from './list-items.js'
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
import type { Catalogs } from './search/catalogs.js'
import { warmCatalogs } from './search/warm-catalogs.js'
import { showImages, withImageUrls } from './show-images.js'

export const inventoryRoutes: Routes<{ catalogs: Catalogs }> = async (app, { ctx, catalogs }) => {
  const mayRead = anyOf(
    developer({ scope: 'inventory:read' }),
    session({ may: 'inventory:read' }),
    device({ may: 'sell' }),
  )
  const mayWrite = anyOf(
    developer({ scope: 'inventory:write' }),
    session({ may: 'inventory:write' }),
  )

  app.addHook('onListen', async () => {
    // In the background: requests are served meanwhile.
    void warmCatalogs(ctx, catalogs)
  })
  // After the last response, because requests may wait for a load.
  app.addHook('onClose', async () => catalogs.close())

  app.get(
    '/api/inventory',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        summary: 'List items',
        querystring: InventoryQuery,
        response: { 200: InventoryPage },
      },
    },
    async (request, reply) => {
      const query = readItemQuery(request.query)
      addIgnoredFields(request, reply, listUnknownValues(request.query))
      const merchant = merchantOf(request)
      const { items, page, usdPerEuro, ...mark } = await orRecall(
        () => listItems(ctx, { catalogs, merchant, query }),
        () => recallItems(ctx, { merchant, query }),
      )
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
      bodyLimit: limits['item-bodies'].max.request,
      config: {
        outage: 'refuse',
        guard: mayWrite,
        idempotent: {},
        unreportedFields: ['reservedQty', 'revision', 'createdAt', 'updatedAt'],
      },
      schema: {
        summary: 'Create or update an item',
        description:
          'Finds the item by id if given, otherwise by SKU. Omitted fields keep their values. `reservedQty`, `revision`, `createdAt` and `updatedAt` are ignored, so that you can send an item back as you received it.',
        body: UpsertItemBody,
        response: { 200: UpsertedItem },
      },
    },
    async (request, reply) => {
      const { item, created, isStale } = await upsertItem(ctx, {
        by: authorOf(request),
        body: request.body,
        expectedRevision: readExpectedRevision(request),
      })
      const usdPerEuro = followsRate(item) ? await findUsdPerEuro(ctx, item.merchant) : null
      const described = describeItem(withImageUrls(ctx.config, item), usdPerEuro)
      reply.header('etag', etagOf(item.revision))
      if (isStale) throw staleRevision(described)
      return { ok: true as const, item: described, created }
    },
  )

  app.delete(
    '/api/inventory',
    {
      config: { outage: 'refuse', guard: mayWrite },
      schema: {
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
