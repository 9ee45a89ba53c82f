import { AppError } from '../../../lib/errors.js'
import { MINUTE_MS, SECOND_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { createKeyedMutex } from '../../../platform/keyed-mutex.js'
import { type PrintWorker, startPrintWorker } from './pdf/start-print-worker.js'
import type { ReceiptSheet } from './sheet.js'

/** Makes PDF files of receipts. */
type ReceiptPrinter = {
  /**
   * A receipt as the bytes of a PDF file.
   *
   * @throws {AppError} `rate_limited`.
   */
  print(sheet: ReceiptSheet): Promise<Buffer>
  /** Ends what is being printed, and prints nothing more. */
  close(): Promise<void>
}

/** Whoever came after these would wait longer than people do. */
const mostWaiting = 8
/** Until then several of the largest are printed. */
const comeBackMs = 5 * SECOND_MS

/**
 * Prints in a thread of its own, which is there from the first receipt until a minute after the last. A receipt takes
 * a core for some 0.1 s, one of two hundred lines of two hundred letters for 0.4 to 0.8 s (Arabic longest), and the
 * first of a thread for 0.5 s more: too long for everybody else to wait. So there is one at a time, and few wait.
 */
export function createReceiptPrinter(
  ctx: Pick<Context, 'now'>,
  { start = startPrintWorker }: { start?: () => PrintWorker } = {},
): ReceiptPrinter {
  const mutex = createKeyedMutex()
  let worker: PrintWorker | null = null
  let idle: NodeJS.Timeout | undefined
  let asked = 0
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
      if (asked > mostWaiting) {
        const message = 'Too many receipts are being printed. Wait until resetAt.'
        throw new AppError('rate_limited', message, { fields: { resetAt: ctx.now() + comeBackMs } })
      }
      asked += 1
      clearTimeout(idle)
      try {
        return await mutex.runExclusive('print', () => printNow(sheet))
      } finally {
        asked -= 1
        if (asked === 0 && !isClosed) idle = setTimeout(endWorker, MINUTE_MS).unref()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      await endWorker()
    },
  }
}
