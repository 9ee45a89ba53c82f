import type { Context } from '../platform/context.js'
import { type ContractChecks, createContractChecks } from './contract-checks.js'
import { createDevelopers, type Developers } from './keys/developers.js'
import { createLimiter, type Limiter } from './limits/limiter.js'
import { createStorageBudget, type StorageBudget } from './limits/storage-budget.js'
import { createSessions, type Sessions } from './sessions/sessions.js'

/** The shared state of guards: keys, sessions and limits. One per process. */
export type Access = {
  developers: Developers
  sessions: Sessions
  limiter: Limiter
  contractChecks: ContractChecks
  storage: StorageBudget
}

export function createAccess(ctx: Context): Access {
  const limiter = createLimiter(ctx)
  return {
    developers: createDevelopers(ctx, limiter),
    sessions: createSessions(ctx),
    limiter,
    contractChecks: createContractChecks(ctx, limiter),
    storage: createStorageBudget(ctx),
  }
}
