import type { Context } from '../platform/context.js'
import { createDevelopers, type Developers } from './keys/developers.js'
import { createLimiter, type Limiter } from './limits/limiter.js'
import { createSessions, type Sessions } from './sessions/sessions.js'

/** What guards need to find out who is calling and how often they may. One for each process. */
export type Access = { developers: Developers; sessions: Sessions; limiter: Limiter }

/** Starts out knowing nobody. */
export function createAccess(ctx: Context): Access {
  return {
    developers: createDevelopers(ctx),
    sessions: createSessions(ctx),
    limiter: createLimiter(ctx),
  }
}
