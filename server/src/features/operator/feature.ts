import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type { AnyKind } from '../../platform/journal/replay-segment.js'
import { journalRoutes } from './journal-routes.js'
import { limitRoutes } from './limit-routes.js'
import { merchantRoutes } from './merchant-routes.js'
import { platformRoutes } from './platform-routes.js'

export const operatorFeature: Feature<{ access: Access; journalKinds: readonly AnyKind[] }> = {
  routes: [merchantRoutes, limitRoutes, platformRoutes, journalRoutes],
}
