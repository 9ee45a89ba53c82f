import { AppError } from '../../lib/errors.js'
import type { UnixMs } from '../../lib/time.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Context } from '../../platform/context.js'
import type { Sandbox } from '../../platform/sandbox.js'
import { setChainTime } from './set-chain-time.js'

const longestMs = 10 * 366 * 86_400_000

/**
 * Turns the sandbox's clock forward, the service's and the chain's together, and returns the new time. A
 * block is mined, so that the chain's newest one has it too.
 *
 * @throws {AppError} `invalid_input`, `chain_unavailable`.
 */
export async function advanceClock(
  ctx: Pick<Context, 'db' | 'log' | 'wakeups'>,
  { sandbox, advanceMs }: { sandbox: Sandbox; advanceMs: number },
): Promise<UnixMs> {
  const { clock, anvilUrl } = sandbox
  if (clock.aheadMs() + advanceMs > longestMs) {
    throw new AppError('invalid_input', 'The clock can be ten years ahead at most')
  }

  await clock.advance(ctx.db, {
    advanceMs,
    alongside: async (now) => {
      if (anvilUrl) await turnChain(ctx, anvilUrl, now)
    },
  })
  ctx.wakeups.wake('clock')
  ctx.log.info({ advanceMs, aheadMs: clock.aheadMs() }, 'the sandbox clock was turned')
  return clock.now()
}

async function turnChain({ log }: Pick<Context, 'log'>, url: string, now: UnixMs): Promise<void> {
  try {
    await setChainTime(url, now)
    await callAnvil(url, 'evm_mine')
  } catch (error) {
    log.warn({ err: error }, "the chain's clock could not be turned")
    throw new AppError(
      'chain_unavailable',
      'The sandbox chain does not answer; try again in a moment',
    )
  }
}
