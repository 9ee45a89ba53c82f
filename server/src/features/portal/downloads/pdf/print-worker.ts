import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { ReceiptSheet } from '../sheet.js'
import { loadPdfKit } from './load-pdf-kit.js'
import { printSheet } from './print-sheet.js'

// What `startPrintWorker` runs in a thread of its own: sheets come in, files go out, in their order. Nothing is caught
// here: a sheet that cannot be printed ends the thread, and whoever waits for the file is told why.

if (parentPort === null) throw new Error('this is run in a thread, by startPrintWorker')

const kit = await loadPdfKit()
for await (const [sheet] of on(parentPort, 'message') as AsyncIterable<[ReceiptSheet]>) {
  parentPort.postMessage(await printSheet(kit, sheet))
}
