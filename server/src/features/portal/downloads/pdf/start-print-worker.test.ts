// @module-tag slow
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { aPaidReceipt, pageUrl } from '../../../../../test/fixtures/portal-receipt.js'
import { projectRoot } from '../../../../platform/project-root.js'
import { describeSheet } from '../describe-sheet.js'
import { loadPdfKit } from './load-pdf-kit.js'
import { printSheet } from './print-sheet.js'
import { startPrintWorker } from './start-print-worker.js'

const sheet = describeSheet(aPaidReceipt(), { pageUrl, mode: 'live' })
const other = describeSheet(aPaidReceipt({ receiptId: 'r-2' }), { pageUrl, mode: 'live' })
const running = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

describe('startPrintWorker', () => {
  test('default', async () => {
    const worker = startPrintWorker()
    const files = [await worker.print(sheet), await worker.print(other)]
    await worker.end()
    const kit = await loadPdfKit()
    expect(files).toEqual([await printSheet(kit, sheet), await printSheet(kit, other)])
  })

  test('behavior: does not keep the process alive', async () => {
    const url = pathToFileURL(join(projectRoot(), '.cache', 'programs', 'start-print-worker.js'))
    const program = `
      const { startPrintWorker } = await import('${url}')
      const worker = startPrintWorker()
      const stay = setInterval(() => {}, 1_000)
      const printed = await worker.print(${JSON.stringify(sheet)})
      clearInterval(stay)
      process.stdout.write(printed.subarray(0, 5))
    `
    const flags = ['--input-type=module', '--eval', program]
    const ended = await promisify(execFile)(process.execPath, flags, { timeout: 50_000 })
    expect(ended.stdout).toBe('%PDF-')
  })

  test.each([
    ['breaks', 'throw new Error("no memory left")', 'no memory left'],
    ['ends', 'process.exit(0)', 'the print thread has ended'],
  ])('error: rejects when the thread %s', async (_what, source, message) => {
    const worker = startPrintWorker({ script: running(source) })
    expect(worker.hasEnded()).toBe(false)
    await expect(worker.print(sheet)).rejects.toThrow(message)
    expect(worker.hasEnded()).toBe(true)
    await expect(worker.print(sheet)).rejects.toThrow(message)
  })

  test('error: terminates a thread that is stuck', async () => {
    const worker = startPrintWorker({ script: running('for (;;) {}'), timeoutMs: 100 })
    await expect(worker.print(sheet)).rejects.toThrow('printing a receipt took longer than 100 ms')
    expect(worker.hasEnded()).toBe(true)
  })

  test('error: rejects with the cause when a sheet cannot be printed', async () => {
    const worker = startPrintWorker()
    const brokenReceiptSheet = { ...sheet, lines: null } as unknown as typeof sheet
    await expect(worker.print(brokenReceiptSheet)).rejects.toThrow('not iterable')
    expect(worker.hasEnded()).toBe(true)
  })

  test('error: rejects the waiting call when the thread is ended', async () => {
    const worker = startPrintWorker()
    const cut = expect(worker.print(sheet)).rejects.toThrow('has ended')
    await worker.end()
    await cut
    expect(worker.hasEnded()).toBe(true)
  })
})
