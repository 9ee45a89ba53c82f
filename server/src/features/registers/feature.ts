import type { Access } from '../../auth/access.js'
import { deleteEndedDevices } from '../../auth/devices/device-store.js'
import { devicesInSnapshot } from '../../auth/devices/devices.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Feature } from '../../platform/feature.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteCloses } from './day-closes/day-close-store.js'
import { dayCloseRoutes } from './day-closes/routes.js'
import { journaledPins } from './devices/journaled-pins.js'
import { deleteOldPairings } from './devices/pairing-store.js'
import { deviceRoutes } from './devices/routes.js'
import { saleRoutes, tagRoutes } from './devices/sale-routes.js'
import { listRegisters } from './register-store.js'
import { cashierRoutes, registerRoutes } from './routes.js'

const keptDevicesMs = 30 * DAY_MS

/** Deletes pairing codes a day after they expire, and devices 30 days after their end. */
const pruneDevices: Job = {
  name: 'prune-devices',
  everyMs: HOUR_MS,
  async run(ctx) {
    const now = ctx.now()
    return {
      pairings: await deleteOldPairings(ctx.db, unixMs(now - DAY_MS)),
      devices: await deleteEndedDevices(ctx.db, unixMs(now - keptDevicesMs)),
    }
  },
}

export const registersFeature: Feature<{ access: Access }> = {
  tag: 'registers',
  routes: [registerRoutes, cashierRoutes, deviceRoutes, saleRoutes, tagRoutes, dayCloseRoutes],
  deleteSales: (ctx, merchant) => deleteCloses(ctx.db, merchant),
  jobs: [pruneDevices],
  journal: [journaledPins],
  snapshot: {
    ...devicesInSnapshot,
    async merchant(ctx, merchant) {
      await devicesInSnapshot.merchant?.(ctx, merchant)
      await listRegisters(ctx.db, merchant)
    },
  },
}
