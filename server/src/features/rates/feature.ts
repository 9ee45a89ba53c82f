import type { Feature } from '../../platform/feature.js'
import { checkRates } from './check-rates.js'
import { refreshRates } from './refresh-rates.js'

export const ratesFeature: Feature = {
  jobs: [refreshRates],
  checks: (ctx) => ({ rates: () => checkRates(ctx) }),
}
