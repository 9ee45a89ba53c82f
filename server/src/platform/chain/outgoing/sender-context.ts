import type { Context } from '../../context.js'
import type { Chain, Hex } from '../chain.js'
import type { Rules, Step } from './decide-step.js'
import type { SignerLease } from './signer-lease-store.js'
import type { SignerRole } from './signer-roles.js'

/** Why a transaction is signed. */
export type SigningKind = 'first' | 'bump' | 'empty' | 'fill'

/** Points of a round at which crash tests end the process. */
export type RoundPoint =
  | `${SigningKind}:${'signed' | 'committed'}`
  | `${SigningKind | 'again'}:broadcast`
  | `${Step['kind']}:decided`

/** The context of the process that holds a signer's lease. */
export type SenderContext = Pick<Context, 'db' | 'config' | 'log' | 'now' | 'newId'> & {
  chain: Chain
  privateKey: Hex
  /** The roles whose transactions it signs. */
  roles: readonly SignerRole[]
  lease: SignerLease
  rules: Rules
  /** Called at every point of a round. */
  hook(point: RoundPoint): Promise<void> | void
}
