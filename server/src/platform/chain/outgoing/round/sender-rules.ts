import type { Config } from '../../../config/config.js'
import type { Context } from '../../../context.js'
import type { Chain, Hex } from '../../chain.js'
import type { SignerRole } from '../signer-roles.js'
import type { SignerLease } from '../stores/signer-lease-store.js'
import type { Rules, Step } from './decide-step.js'

/** Base Sepolia, which a sandbox chain also uses: nothing of value is lost with its last block. */
const testChainId = 84_532

export type SenderTimes = {
  pollMs: number
  /** How often to poll for planned transactions of other processes while idle. */
  idlePollMs: number
  /**
   * How often to read the chain while nothing is pending, to detect reorgs. The payment watcher
   * notices them sooner and wakes the sender of its process.
   */
  idleMs: number
  /** How long nothing is sent after the sending process was killed. */
  leaseMs: number
  /** How long a stop waits for the current round. */
  graceMs: number
}

/** Returns the default rules for outgoing transactions. */
export function senderRules(
  config: Pick<Config, 'mode' | 'chainId' | 'confirmations' | 'maxFeePerGas'>,
): Rules & SenderTimes {
  const { mode, chainId, confirmations, maxFeePerGas } = config
  const isSandbox = mode === 'sandbox'
  return {
    bumpAfterMs: 30_000,
    maxBumps: 5,
    maxFeePerGas,
    confirmations: confirmations ?? (chainId === testChainId ? 1 : 5),
    nonceGraceMs: 10_000,
    pollMs: isSandbox ? 250 : 1_000,
    idlePollMs: 1_000,
    idleMs: isSandbox ? 30_000 : 10_000,
    leaseMs: isSandbox ? 2_000 : 5_000,
    graceMs: 10_000,
  }
}

/** Why a transaction is signed. */
export type SigningKind = 'first' | 'bump' | 'replace' | 'empty' | 'fill'

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
