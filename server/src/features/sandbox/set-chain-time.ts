import type { UnixMs } from '../../lib/time.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'

/** Sets the block clock of the sandbox chain, which continues from there. */
export async function setChainTime(url: string, now: UnixMs): Promise<void> {
  await callAnvil(url, 'evm_setTime', Math.floor(now / 1_000))
}
