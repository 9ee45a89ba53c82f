import type { Context } from '../../context.js'
import type { Chain, Hex } from '../chain.js'
import type { Rules, Step } from './decide-step.js'
import type { SignerLease } from './signer-lease-store.js'

/** Why something is signed or broadcast: the first time, or what happened to it since. */
export type SigningKind = 'first' | 'bump' | 'empty' | 'fill'

/** Where a process may die in a round. */
export type RoundPoint =
  | `${SigningKind}:${'signed' | 'committed'}`
  | `${SigningKind | 'again'}:broadcast`
  | `${Step['kind']}:decided`

/** What whoever gives out the nonces of a signer works with. */
export type SenderContext = Pick<Context, 'db' | 'log' | 'now' | 'newId'> & {
  chain: Chain
  privateKey: Hex
  lease: SignerLease
  rules: Rules
  /** Called at every point of a round; crash tests end the process there. */
  hook(point: RoundPoint): Promise<void> | void
}
