import { MINUTE_MS, SECOND_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { createKeyedMutex } from '../../../platform/keyed-mutex.js'
import { limitReached } from '../../../platform/limits/limit-reached.js'
import { limits } from '../../../platform/limits/limits.js'
import { type PrintWorker, startPrintWorker } from './pdf/start-print-worker.js'
import type { ReceiptSheet } from './sheet.js'

type ReceiptPrinter = {
  /**
   * Prints a receipt to a PDF file.
   *
   * @throws {AppError} `rate_limited`.
   */
  print(sheet: ReceiptSheet): Promise<Buffer>
  /** Aborts the current print and rejects later ones. */
  close(): Promise<void>
}

const maxWaiting = limits['waiting-prints'].most.platform
/** Enough time to print several of the largest receipts. */
const retryAfterMs = 5 * SECOND_MS

/**
 * Creates a printer with its own worker thread, which starts with the first receipt and ends a minute after the last. A
 * receipt takes about 0.1 s of CPU time, one with 200 lines of 200 letters 0.4 to 0.8 s (Arabic longest), and the first
 * of a thread 0.5 s more. That would block other requests, so receipts print one at a time and the queue is short.
 */
export function createReceiptPrinter(
  ctx: Pick<Context, 'now'>,
  { start = startPrintWorker }: { start?: () => PrintWorker } = {},
): ReceiptPrinter {
  const mutex = createKeyedMutex()
  let worker: PrintWorker | null = null
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let isClosed = false

  const endWorker = async () => {
    const ending = worker
    worker = null
    await ending?.end()
  }

  const printNow = async (sheet: ReceiptSheet) => {
    if (isClosed) throw new Error('the service is stopping')
    if (worker === null || worker.hasEnded()) worker = start()
    return worker.print(sheet)
  }

  return {
    async print(sheet) {
      if (waiting > maxWaiting) {
        const resetAt = ctx.now() + retryAfterMs
        throw limitReached('waiting-prints', {
          owner: 'platform',
          most: maxWaiting,
          resetAt,
          retryAfterMs,
        })
      }
      waiting += 1
      clearTimeout(idle)
      try {
        return await mutex.runExclusive('print', () => printNow(sheet))
      } finally {
        waiting -= 1
        if (waiting === 0 && !isClosed) idle = setTimeout(endWorker, MINUTE_MS).unref()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await endWorker()
    },
  }
}
