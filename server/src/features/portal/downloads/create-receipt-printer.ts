import { MINUTE_MS, SECOND_MS } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { createFairQueue } from '../../../platform/limits/fair-queue.js'
import { type PrintWorker, startPrintWorker } from './pdf/start-print-worker.js'
import { createPrintedFiles, versionOf } from './printed-files.js'
import type { ReceiptSheet } from './sheet.js'

type ReceiptPrinter = {
  /**
   * Prints a receipt to a PDF file, or returns the file of an earlier print.
   *
   * @throws {AppError} `rate_limited`.
   */
  print(sheet: ReceiptSheet, options: { network: string }): Promise<Buffer>
  /** Aborts the current print and rejects later ones. */
  close(): Promise<void>
}

/** Enough time to print several of the largest receipts. */
const retryAfterMs = 5 * SECOND_MS
/** Several hundred receipts. */
const maxCachedBytes = 16 * 1_024 * 1_024

/**
 * Creates a printer with its own worker thread, which starts with the first receipt and ends a minute after the last. A
 * receipt takes about 0.1 s of CPU time, one with 200 lines of 200 letters 0.4 to 0.8 s (Arabic longest), and the first
 * of a thread 0.5 s more. That would block other requests, so receipts print one at a time, the queue is short, and
 * network addresses take turns in it.
 */
export function createReceiptPrinter(
  ctx: Pick<Context, 'now'> & { config: Pick<Config, 'mode' | 'limits'> },
  { start = startPrintWorker }: { start?: () => PrintWorker } = {},
): ReceiptPrinter {
  const queue = createFairQueue(ctx, { limit: 'waiting-prints', atOnce: 1, retryAfterMs })
  const files = createPrintedFiles({ maxBytes: maxCachedBytes })
  /** Prints that wait or run, so that equal requests share one. */
  const printing = new Map<string, Promise<Buffer>>()
  let worker: PrintWorker | null = null
  let idle: NodeJS.Timeout | undefined
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

  async function printOnce(version: string, sheet: ReceiptSheet, network: string) {
    clearTimeout(idle)
    try {
      const file = await queue.run(network, () => printNow(sheet))
      files.add(version, file)
      return file
    } finally {
      printing.delete(version)
      if (queue.isIdle() && !isClosed) idle = setTimeout(endWorker, MINUTE_MS).unref()
    }
  }

  return {
    async print(sheet, { network }) {
      const version = versionOf(sheet)
      const known = files.find(version) ?? printing.get(version)
      if (known) return known
      const file = printOnce(version, sheet, network)
      printing.set(version, file)
      return file
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await endWorker()
    },
  }
}
