import type { Context } from '../platform/context.js'
import { createDevelopers, type Developers } from './keys/developers.js'
import { createLimiter, type Limiter } from './limits/limiter.js'
import { createStorageBudget, type StorageBudget } from './limits/storage-budget.js'
import { createSessions, type Sessions } from './sessions/sessions.js'

/** The shared state of guards: keys, sessions and rate limits. One per process. */
export type Access = {
  developers: Developers
  sessions: Sessions
  limiter: Limiter
  storage: StorageBudget
}

export function createAccess(ctx: Context): Access {
  return {
    developers: createDevelopers(ctx),
    sessions: createSessions(ctx),
    limiter: createLimiter(ctx),
    storage: createStorageBudget(ctx),
  }
}
