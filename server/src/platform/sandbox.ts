import type { SandboxClock } from './clock/sandbox-clock.js'

/** What a sandbox can do that real money must not. */
export type Sandbox = {
  clock: SandboxClock
  /** Where its own chain answers; `null` when it has none, or uses somebody else's. */
  anvilUrl: string | null
}
