import type { Feature } from '../../platform/feature.js'
import { erasePersonalFields } from '../../platform/personal-fields.js'
import { listBodies, updateBodies } from './event-store.js'
import { checkOutbox } from './publish-events.js'
import { deleteSales, recordedEvents } from './recorded-event-store.js'
import { type EventRouteParts, eventRoutes } from './routes.js'

export const eventsFeature: Feature<EventRouteParts> = {
  tag: 'events',
  routes: [eventRoutes],
  workSources: [recordedEvents],
  checks: (ctx) => ({ outbox: () => checkOutbox(ctx) }),
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
  async exportPersonalData({ db }, { merchant, receiptIds }) {
    const bodies = await listBodies(db, { merchant, receiptIds })
    return { events: bodies.map(({ body }) => parse(body)) }
  },
  // The deliveries of erased events must be signed again afterwards.
  async erasePersonalData({ db }, { merchant, receiptIds }) {
    const bodies = await listBodies(db, { merchant, receiptIds })
    const erased = bodies.flatMap(({ id, body }) => {
      const remainingBody = erasePersonalFields(body)
      return remainingBody === null ? [] : [{ id, body: remainingBody }]
    })
    if (erased.length > 0) await updateBodies(db, { merchant, bodies: erased })
    return erased.length
  },
}

/** Returns null for a damaged body, which holds nothing to read. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
