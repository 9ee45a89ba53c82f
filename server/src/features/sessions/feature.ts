import type { Access } from '../../auth/access.js'
import { sessionsInSnapshot } from '../../auth/sessions/known-sessions.js'
import { deleteOldSessions } from '../../auth/sessions/session-store.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Feature } from '../../platform/feature.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { merchantRoutes } from './merchant-routes.js'
import { passkeySignInRoutes } from './passkey-routes.js'
import { sessionRoutes } from './routes.js'

/** Deletes sessions and used nonces one day after they expire. */
export const pruneSessions: Job = {
  name: 'prune-sessions',
  everyMs: HOUR_MS,
  run: (ctx) => deleteOldSessions(ctx.db, unixMs(ctx.now() - DAY_MS)),
}

export const sessionsFeature: Feature<{ access: Access }> = {
  tag: 'sessions',
  routes: [sessionRoutes, passkeySignInRoutes, merchantRoutes],
  jobs: [pruneSessions],
  snapshot: sessionsInSnapshot,
}
