import type { Feature } from '../../platform/feature.js'
import { checkOutbox } from './check-outbox.js'
import { eraseEvents, exportEvents } from './personal-events.js'
import { pruneEvents } from './prune-events.js'
import { deleteSales, recordedEvents } from './recorded-event-store.js'
import { type EventRouteParts, eventRoutes } from './routes.js'

export const eventsFeature: Feature<EventRouteParts> = {
  routes: [eventRoutes],
  jobs: [pruneEvents],
  workSources: [recordedEvents],
  checks: (ctx) => ({ outbox: () => checkOutbox(ctx) }),
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
  exportPersonalData: exportEvents,
  erasePersonalData: eraseEvents,
}
