import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { ReceiptSheet } from '../sheet.js'
import { loadPdfKit } from './load-pdf-kit.js'
import { printSheet } from './print-sheet.js'

// The thread of `startPrintWorker`: receives sheets and returns files in the same order. Errors are
// not caught here: they end the thread, and the waiting caller gets the error.

if (parentPort === null)
  throw new Error('run this script as a worker thread, with startPrintWorker')

const kit = await loadPdfKit()
for await (const [sheet] of on(parentPort, 'message') as AsyncIterable<[ReceiptSheet]>) {
  parentPort.postMessage(await printSheet(kit, sheet))
}
