import { AppError } from '../../../lib/errors.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import type { Facilitator } from './facilitator.js'
import { createLocalFacilitator } from './local-facilitator.js'
import { createRemoteFacilitator } from './remote-facilitator.js'

/**
 * Returns the facilitator that settles payments, and the chain to check them on.
 *
 * @throws {AppError} `chain_unavailable` when there is none. No payment is then requested.
 */
export function requireFacilitator({ config, chain }: Pick<Context, 'config' | 'chain'>): {
  facilitator: Facilitator
  chain: Chain
} {
  const { x402FacilitatorUrl: url } = config
  if (chain && url !== undefined) return { facilitator: createRemoteFacilitator(url), chain }
  if (chain && keyOf(config, 'payments') !== null) {
    return { facilitator: createLocalFacilitator(chain), chain }
  }
  throw new AppError(
    'chain_unavailable',
    'This service cannot settle payments: it has no chain or no relayer.',
  )
}
