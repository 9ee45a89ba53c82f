import type { Feature } from '../../platform/feature.js'
import { checkSettlement } from './check-settlement.js'
import { watchChain } from './watch-chain.js'

export const settlementFeature: Feature = {
  jobs: [watchChain],
  checks: (ctx) => (ctx.chain ? { settlement: () => checkSettlement(ctx) } : {}),
}
