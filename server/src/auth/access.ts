import type { Context } from '../platform/context.js'
import { type ContractChecks, createContractChecks } from './contract-checks.js'
import { createDevices, type Devices } from './devices/devices.js'
import { createPinHasher, type PinHasher } from './devices/pins/pin-hasher.js'
import { createDevelopers, type Developers } from './keys/developers.js'
import { createLimiter, type Limiter } from './limits/limiter.js'
import { createStorageBudget, type StorageBudget } from './limits/storage-budget.js'
import { createNetworkHash, type NetworkHash } from './network-hash.js'
import { createSessions, type Sessions } from './sessions/sessions.js'
import { createWalletProofs, type WalletProofs } from './siwx/wallet-proofs.js'

/** The shared state of guards: keys, sessions and limits. One per process. */
export type Access = {
  developers: Developers
  sessions: Sessions
  devices: Devices
  pins: PinHasher
  limiter: Limiter
  contractChecks: ContractChecks
  walletProofs: WalletProofs
  hashNetwork: NetworkHash
  storage: StorageBudget
}

export function createAccess(ctx: Context): Access {
  const limiter = createLimiter(ctx)
  const hashNetwork = createNetworkHash(ctx.config)
  const contractChecks = createContractChecks(ctx, { limiter, hashNetwork })
  return {
    developers: createDevelopers(ctx, limiter),
    sessions: createSessions(ctx),
    devices: createDevices(ctx),
    pins: createPinHasher(ctx, { limiter }),
    limiter,
    hashNetwork,
    contractChecks,
    walletProofs: createWalletProofs(ctx, { limiter, contractChecks }),
    storage: createStorageBudget(ctx, hashNetwork),
  }
}
