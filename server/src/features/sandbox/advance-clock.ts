import { AppError, invalidInput } from '../../lib/errors.js'
import type { UnixMs } from '../../lib/time.js'
import { callAnvil } from '../../platform/chain/anvil/call-anvil.js'
import type { Sandbox } from '../../platform/clock/sandbox-clock.js'
import type { Context } from '../../platform/context.js'

const maxAheadMs = 10 * 366 * 86_400_000

/**
 * Advances the sandbox clock, of the service and the chain together, and returns the new time.
 * Mines a block, so that the latest block has the new time.
 *
 * @throws {AppError} `invalid_input`, `chain_unavailable`.
 */
export async function advanceClock(
  ctx: Pick<Context, 'db' | 'log' | 'wakeups'>,
  { sandbox, advanceMs }: { sandbox: Sandbox; advanceMs: number },
): Promise<UnixMs> {
  const { clock, anvilUrl } = sandbox
  if (clock.aheadMs() + advanceMs > maxAheadMs) {
    throw invalidInput('The clock can be at most ten years ahead.')
  }

  await clock.advance(ctx.db, { advanceMs, beforeCommit: (now) => moveChain(ctx, anvilUrl, now) })
  ctx.wakeups.wake('clock')
  ctx.log.info({ advanceMs, aheadMs: clock.aheadMs() }, 'sandbox clock advanced')
  return clock.now()
}

/**
 * Returns the sandbox clock, of the service and the chain together, to real time, and returns that
 * time. The next block has it, although earlier blocks have later times.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function resetClock(
  ctx: Pick<Context, 'db' | 'log' | 'wakeups'>,
  { clock, anvilUrl }: Sandbox,
): Promise<UnixMs> {
  await clock.reset(ctx.db, { beforeCommit: (now) => moveChain(ctx, anvilUrl, now) })
  ctx.wakeups.wake('clock')
  ctx.log.info('sandbox clock returned to real time')
  return clock.now()
}

async function moveChain(
  { log }: Pick<Context, 'log'>,
  url: Sandbox['anvilUrl'],
  now: UnixMs,
): Promise<void> {
  if (!url) return
  try {
    await setChainTime(url, now)
    await callAnvil(url, 'evm_mine')
  } catch (error) {
    log.warn({ err: error }, 'sandbox chain clock could not be moved')
    throw new AppError(
      'chain_unavailable',
      'The sandbox chain does not respond. Retry in a moment.',
    )
  }
}

/** Sets the block clock of the sandbox chain, which continues from there. */
export async function setChainTime(url: string, now: UnixMs): Promise<void> {
  await callAnvil(url, 'evm_setTime', Math.floor(now / 1_000))
}
