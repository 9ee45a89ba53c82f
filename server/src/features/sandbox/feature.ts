import type { Feature } from '../../platform/feature.js'
import { type CheckoutRouteParts, checkoutRoutes } from './checkout-routes.js'
import { type SandboxRouteParts, sandboxRoutes } from './routes.js'

export const sandboxFeature: Feature<SandboxRouteParts & CheckoutRouteParts> = {
  routes: [sandboxRoutes, checkoutRoutes],
}
