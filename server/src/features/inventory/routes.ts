import { authorOf, merchantOf } from '../../auth/caller.js'
import { anyOf, developer, device, session } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { orRecall } from '../../platform/degraded/recall-from.js'
import type { Routes } from '../../platform/feature.js'
import { addIgnoredFields } from '../../platform/http/ignored-fields/report-ignored.js'
import { etagOf, readExpectedRevision, staleRevision } from '../../platform/http/revisions.js'
import { limits } from '../../platform/limits/limits.js'
import { deleteItem, upsertItem } from './change-item.js'
import { describeItem } from './describe-item.js'
import { followsRate, type Item } from './item.js'
import { createItemLister, findUsdPerEuro } from './list-items.js'
import { listUnknownValues, readItemQuery } from './read-item-query.js'
import { recallItems } from './recall-items.js'
import {
  DeletedItem,
  DeleteItemQuery,
  InventoryFacets,
  InventoryPage,
  InventoryQuery,
  ItemParams,
  ItemResponse,
  UpsertedItem,
  UpsertItemBody,
} from './schemas.js'
import type { Catalogs } from './search/catalogs.js'
import { warmCatalogs } from './search/warm-catalogs.js'
import { showImages, withImageUrls } from './show-images.js'
import { countItems, listItemsById } from './store.js'

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

  const mayManage = anyOf(
    developer({ scope: 'inventory:read' }),
    session({ may: 'inventory:read' }),
  )
  const list = createItemLister(ctx, catalogs)
  const describe = async (item: Item) => {
    const usdPerEuro = followsRate(item) ? await findUsdPerEuro(ctx, item.merchant) : null
    return describeItem(withImageUrls(ctx.config, item), usdPerEuro)
  }

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
        () => list({ merchant, query }),
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

  app.get(
    '/api/inventory/facets',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Count items by category, tag and stock',
        response: { 200: InventoryFacets },
      },
    },
    async (request) => ({
      ok: true as const,
      ...(await countItems(ctx.db, merchantOf(request))),
    }),
  )

  app.get(
    '/api/inventory/:id',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Get an item',
        params: ItemParams,
        response: { 200: ItemResponse },
      },
    },
    async (request, reply) => {
      const ids = [request.params.id]
      const [item] = await listItemsById(ctx.db, { merchant: merchantOf(request), ids })
      if (!item) throw new AppError('not_found', 'No item has this id.')
      return reply
        .header('etag', etagOf(item.revision))
        .send({ ok: true as const, item: await describe(item) })
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
        unreportedFields: [
          'priceUsdFollowsRate',
          'reservedQty',
          'revision',
          'createdAt',
          'updatedAt',
        ],
      },
      schema: {
        summary: 'Create or update an item',
        description:
          'Finds the item by id if given, otherwise by SKU. Omitted fields keep their values. `priceUsdFollowsRate`, `reservedQty`, `revision`, `createdAt` and `updatedAt` are ignored, so that you can send an item back as you received it.',
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
      const described = await describe(item)
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
