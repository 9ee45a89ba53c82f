import { createHmac, randomBytes } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { createFairQueue } from '../../../platform/limits/fair-queue.js'
import { deriveKey } from '../../../platform/secrets/derived-key.js'
import type { Limiter } from '../../limits/limiter.js'
import { requireCall, takeProcessCall } from '../../limits/take-call.js'
import { createEstablished } from '../../merchants/established.js'
import type { CashierRef } from '../cashier-store.js'
import { builtScript, type PinJob, type PinThread, startPinThread } from './pin-thread.js'

export type PinHasher = {
  /**
   * Returns the argon2id hash of a cashier's new PIN.
   *
   * @throws {AppError} `rate_limited`.
   */
  hash(cashier: CashierRef, pin: string, from: { network: string }): Promise<string>
  /**
   * Returns whether a PIN belongs to a hash.
   *
   * @throws {AppError} `rate_limited`.
   */
  verify(
    cashier: CashierRef & { pinHash: string },
    pin: string,
    from: { device: string; network: string },
  ): Promise<boolean>
  close(): Promise<void>
}

/** The jobs of either established or new merchants. */
type PinQueue = {
  run(owner: string, job: PinJob): Promise<string | boolean>
  close(): Promise<void>
}

const retryAfterMs = 2 * SECOND_MS

/**
 * Creates a hasher of PINs with its own threads, because a hash would block all other requests. A
 * thread gets PINs only as keyed hashes: without `MASTER_KEY`, a stolen database cannot be searched
 * for them.
 *
 * Merchants take turns, so that no register waits for the PINs of another shop. A wallet costs
 * nothing: new merchants share one thread, in which network addresses take turns, and cannot delay
 * established ones.
 */
export function createPinHasher(
  ctx: Pick<Context, 'now' | 'config' | 'db'>,
  { limiter, script = builtScript() }: { limiter: Limiter; script?: URL },
): PinHasher {
  const pepper = deriveKey(ctx.config.masterKey, 'pin-pepper')
  const counting = { limiter, config: ctx.config }
  const established = createEstablished(ctx)
  const queues = {
    established: createPinQueue(ctx, { owner: 'merchant', script }),
    new: createPinQueue(ctx, { owner: 'network', script }),
  }

  async function run({ merchant }: CashierRef, network: string, job: PinJob) {
    return (await established.has(merchant))
      ? queues.established.run(merchant, job)
      : queues.new.run(network, job)
  }

  const withPepper = ({ merchant, id }: CashierRef, pin: string) =>
    createHmac('sha256', pepper).update(`${merchant} ${id} ${pin}`).digest()

  return {
    async hash(cashier, pin, { network }) {
      const { merchant } = cashier
      await requireCall(counting, 'pin-changes', { merchant, network })
      const job = { pin: withPepper(cashier, pin), salt: randomBytes(16) }
      return String(await run(cashier, network, job))
    },
    async verify(cashier, pin, { device: person, network }) {
      const { merchant } = cashier
      const exceeded = takeProcessCall(counting, 'pin-checks', { person, merchant, network })
      if (exceeded) throw exceeded
      const job = { pin: withPepper(cashier, pin), hash: cashier.pinHash }
      return (await run(cashier, network, job)) === true
    },
    async close() {
      await Promise.all([queues.established.close(), queues.new.close()])
    },
  }
}

/** Creates a queue with a thread, which starts with a job and ends a minute after the last. */
function createPinQueue(
  ctx: Pick<Context, 'now' | 'config'>,
  { owner, script }: { owner: 'merchant' | 'network'; script: URL },
): PinQueue {
  const queue = createFairQueue(ctx, { limit: 'waiting-pins', owner, atOnce: 1, retryAfterMs })
  let thread: PinThread | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const endThread = async () => {
    const ending = thread
    thread = null
    await ending?.end()
  }

  async function runNow(job: PinJob): Promise<string | boolean> {
    if (isClosed) throw new Error('the service is stopping')
    thread ??= startPinThread(script)
    try {
      return await thread.run(job)
    } catch (error) {
      // It has ended, and the next PIN starts another.
      await endThread()
      throw error
    }
  }

  return {
    async run(key, job) {
      clearTimeout(idle)
      try {
        return await queue.run(key, () => runNow(job))
      } finally {
        if (queue.isIdle() && !isClosed) idle = setTimeout(endThread, MINUTE_MS).unref()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await endThread()
    },
  }
}
