import type { Check, CheckResult } from '../health.js'
import type { Chain } from './chain.js'

/** Whether the chain answers. Nodes count what they are asked, so not more often than every `everyMs`. */
export function createChainCheck(chain: Pick<Chain, 'findBlock'>, everyMs: number): Check {
  let askedAt = Number.NEGATIVE_INFINITY
  let last: CheckResult = { ok: false }

  return async () => {
    if (performance.now() - askedAt < everyMs) return last
    askedAt = performance.now()
    last = { ok: false }
    const block = await chain.findBlock('latest')
    last = { ok: block !== null, blockNumber: Number(block?.number ?? 0) }
    return last
  }
}
