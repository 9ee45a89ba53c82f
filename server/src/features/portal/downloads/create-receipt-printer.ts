import { createHash } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../../../lib/time.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { createFairQueue } from '../../../platform/limits/fair-queue.js'
import { type PrintWorker, startPrintWorker } from './pdf/start-print-worker.js'
import type { ReceiptSheet } from './sheet.js'

/** Files by version, the least recently used first. */
type PrintedFiles = {
  find(version: string): Buffer | null
  add(version: string, file: Buffer): void
}

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
 * Creates a printer with its own worker thread, which starts with the first receipt and ends a
 * minute after the last. A receipt takes about 0.1 s of CPU time, one with 200 lines of 200 letters
 * 0.4 to 0.8 s (Arabic longest), and the first of a thread 0.5 s more. That would block other
 * requests, so receipts print one at a time, the queue is short, and network addresses take turns
 * in it.
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
      const printed = files.find(version) ?? printing.get(version)
      if (printed) return printed
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

/** Creates a cache of printed files that holds at most `maxBytes`. */
export function createPrintedFiles({ maxBytes }: { maxBytes: number }): PrintedFiles {
  const files = new Map<string, Buffer>()
  let bytes = 0

  function remove(version: string): void {
    bytes -= files.get(version)?.length ?? 0
    files.delete(version)
  }

  return {
    find(version) {
      const file = files.get(version)
      if (!file) return null
      files.delete(version)
      files.set(version, file)
      return file
    },
    add(version, file) {
      remove(version)
      if (file.length > maxBytes) return
      files.set(version, file)
      bytes += file.length
      for (const oldest of files.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
  }
}

/** Returns the version of a sheet: equal sheets have equal versions, and print to equal files. */
export function versionOf(sheet: ReceiptSheet): string {
  return createHash('sha256').update(JSON.stringify(sheet)).digest('base64url')
}
