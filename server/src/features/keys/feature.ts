import type { Access } from '../../auth/access.js'
import { keysInSnapshot } from '../../auth/keys/known-keys.js'
import type { Feature } from '../../platform/feature.js'
import { keyRoutes } from './routes.js'
import { walletKeyRoutes } from './wallet-routes.js'

export const keysFeature: Feature<{ access: Access }> = {
  routes: [keyRoutes, walletKeyRoutes],
  snapshot: keysInSnapshot,
}
