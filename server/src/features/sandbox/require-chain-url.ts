import { AppError } from '../../lib/errors.js'
import type { Sandbox } from '../../platform/clock/sandbox-clock.js'

/**
 * Returns the URL of the chain that this sandbox runs itself.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export function requireChainUrl({ anvilUrl }: Sandbox): string {
  if (anvilUrl) return anvilUrl
  throw new AppError(
    'chain_unavailable',
    'This sandbox has no chain of its own. Unset CHAIN_RPC_URL to run one.',
  )
}
