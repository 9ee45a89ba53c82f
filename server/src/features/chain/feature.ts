import { createChainCheck } from '../../platform/chain/check-chain.js'
import { followChain } from '../../platform/chain/head/follow-head.js'
import { outgoingCheck } from '../../platform/chain/outgoing/outgoing-check.js'
import { listKeys } from '../../platform/chain/outgoing/relayer-keys.js'
import { unfinishedOutgoing } from '../../platform/chain/outgoing/stores/outgoing-store.js'
import type { Feature } from '../../platform/feature.js'
import { chainRoutes } from './routes.js'

export const chainFeature: Feature = {
  tag: 'chain',
  routes: [chainRoutes],
  jobs: [followChain],
  workSources: [unfinishedOutgoing],
  checks(ctx) {
    const { chain, config } = ctx
    if (!chain) return {}
    return {
      chain: createChainCheck(chain, config.mode === 'live' ? 10_000 : 1_000),
      ...(listKeys(config).length > 0 && { outgoing: () => outgoingCheck(ctx) }),
    }
  },
}
