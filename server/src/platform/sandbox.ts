import type { SandboxClock } from './clock/sandbox-clock.js'

/** Operations that exist only in sandbox mode. */
export type Sandbox = {
  clock: SandboxClock
  /** URL of the embedded chain, or `null` when there is none. */
  anvilUrl: string | null
}
