import type { Feature } from '../../platform/feature.js'
import { type PrivacyRouteParts, privacyRoutes } from './routes.js'

export const privacyFeature: Feature<PrivacyRouteParts> = {
  routes: [privacyRoutes],
}
