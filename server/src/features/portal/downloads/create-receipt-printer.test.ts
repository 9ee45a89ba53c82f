import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  aLargeReceipt,
  aPaidReceipt,
  noon,
  pageUrl,
} from '../../../../test/fixtures/portal-receipt.js'
import { aFakePrinter } from '../../../../test/fixtures/print-workers.js'
import { MINUTE_MS, unixMs } from '../../../lib/time.js'
import { createLimits } from '../../../platform/limits/limit-settings.js'
import { createPrintedFiles, createReceiptPrinter, versionOf } from './create-receipt-printer.js'
import { describeSheet } from './describe-sheet.js'
import { startPrintWorker } from './pdf/start-print-worker.js'

const config = { mode: 'live', limits: createLimits() } as const
const ctx = { now: () => unixMs(noon), config }
const from = (network: string) => ({ network })
const address = from('192.0.2.1')
const sheet = describeSheet(aPaidReceipt(), { pageUrl, mode: 'live' })
const called = (receiptId: string) => ({ ...sheet, receiptId })

afterEach(() => {
  vi.useRealTimers()
})

/** Returns the longest time the event loop was blocked during some work. */
async function longestWaitMs(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const note = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(note, 5)
  await work()
  note()
  clearInterval(timer)
  return longest
}

describe('createReceiptPrinter', () => {
  test('default', async () => {
    const printer = createReceiptPrinter(ctx)
    const files = await Promise.all([printer.print(sheet, address), printer.print(sheet, address)])
    await printer.close()
    expect(files[0]?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(files[0]).toEqual(files[1])
  })

  test('behavior: does not block the event loop while it prints the largest receipt', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const large = describeSheet(aLargeReceipt(), { pageUrl, mode: 'live' })
    const start = () => startPrintWorker({ timeoutMs: 50_000 })
    const printer = createReceiptPrinter(ctx, { start })
    const delays: number[] = []
    // Several tries, because a busy machine may block too. Printing on this thread would block
    // every time.
    while (delays.length < 4 && !delays.some((delayMs) => delayMs < 200)) {
      delays.push(await longestWaitMs(() => printer.print(large, address)))
    }
    await printer.close()
    expect(Math.min(...delays)).toBeLessThan(200)
  })

  test('behavior: starts with the first receipt and prints one at a time, in order', async () => {
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    expect(shop.started).toBe(0)
    const files = ['a', 'b'].map((id) => printer.print(called(id), address))
    await shop.startsJobs(1)
    shop.jobs[0]?.finish()
    expect(String(await files[0])).toBe('a')
    await shop.startsJobs(2)
    shop.jobs[1]?.finish()
    expect(String(await files[1])).toBe('b')
    expect(shop.started).toBe(1)
  })

  test('behavior: ends a minute after the last receipt and starts again for the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    const printOne = async () => {
      const before = shop.jobs.length
      const file = printer.print(called(`r-${before}`), address)
      while (shop.jobs.length === before) await Promise.resolve()
      shop.jobs.at(-1)?.finish()
      await file
    }
    await printOne()
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
    await printOne()
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
    expect([shop.started, shop.ended]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([shop.started, shop.ended]).toEqual([1, 1])
    await printOne()
    expect([shop.started, shop.ended]).toEqual([2, 1])
  })

  test('error: rejects further receipts while one prints and eight wait', async () => {
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    const files = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) =>
      printer.print(called(`r-${id}`), from(`192.0.2.${id}`)),
    )
    const fields = { limit: 'waiting-prints', resetAt: noon + 5_000 }
    const refusal = { code: 'rate_limited', fields }
    const other = from('192.0.2.10')
    await expect(printer.print(called('r-11'), other)).rejects.toMatchObject(refusal)

    await shop.startsJobs(1)
    shop.jobs[0]?.finish()
    await files[0]
    const tenth = printer.print(called('r-10'), other)
    const lateBuffer = printer.print(called('r-11'), from('192.0.2.11'))
    await expect(lateBuffer).rejects.toMatchObject(refusal)
    for (let count = 2; count <= 10; count += 1) {
      await shop.startsJobs(count)
      shop.jobs[count - 1]?.finish()
    }
    expect(String(await tenth)).toBe('r-10')
  })

  test('error: one network address cannot fill the queue', async () => {
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    const hoarder = from('192.0.2.66')
    const first = [1, 2, 3].map((id) => printer.print(called(`h-${id}`), hoarder))
    await expect(printer.print(called('h-4'), hoarder)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('per network address'),
    })
    const honest = printer.print(called('honest'), address)
    for (let count = 1; count <= 4; count += 1) {
      await shop.startsJobs(count)
      shop.jobs[count - 1]?.finish()
    }
    await Promise.all([...first, honest])
    expect(shop.jobs.map(({ id }) => id)).toEqual(['h-1', 'h-2', 'honest', 'h-3'])
  })

  test('behavior: prints the same sheet once, even for other network addresses', async () => {
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    const files = [printer.print(sheet, address), printer.print(sheet, from('192.0.2.2'))]
    await shop.startsJobs(1)
    shop.jobs[0]?.finish()
    await Promise.all(files)
    await printer.print(structuredClone(sheet), from('192.0.2.3'))
    expect(shop.jobs).toHaveLength(1)

    const changed = printer.print({ ...sheet, brandName: 'New name' }, address)
    await shop.startsJobs(2)
    shop.jobs[1]?.finish()
    await changed
  })

  test('behavior: a failed print is not remembered', async () => {
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    const failed = printer.print(sheet, address)
    await shop.startsJobs(1)
    shop.jobs[0]?.fail()
    await expect(failed).rejects.toThrow('out of paper')
    const repeatedBuffer = printer.print(sheet, address)
    await shop.startsJobs(2)
    shop.jobs[1]?.finish()
    expect(String(await repeatedBuffer)).toBe(sheet.receiptId)
  })

  test('error: replaces a thread that has ended, after one failed receipt', async () => {
    const shop = aFakePrinter()
    const printer = createReceiptPrinter(ctx, shop)
    const [lostBuffer, next] = [
      printer.print(called('a'), address),
      printer.print(called('b'), address),
    ]
    await shop.startsJobs(1)
    shop.jobs[0]?.fail()
    await expect(lostBuffer).rejects.toThrow('out of paper')
    await shop.startsJobs(2)
    shop.jobs[1]?.finish()
    expect(String(await next)).toBe('b')
    expect(shop.started).toBe(2)
  })

  test('error: rejects receipts after close', async () => {
    const printer = createReceiptPrinter(ctx)
    const cut = Promise.allSettled([printer.print(sheet, address), printer.print(sheet, address)])
    await Promise.resolve()
    await printer.close()
    expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(printer.print(sheet, address)).rejects.toThrow('the service is stopping')
  })
})

const fileOf = (bytes: number) => Buffer.alloc(bytes)

describe('createPrintedFiles', () => {
  test('default', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    expect(files.find('a')).toBeNull()
    const file = fileOf(4)
    files.add('a', file)
    expect(files.find('a')).toBe(file)
  })

  test('behavior: drops the least recently used files beyond its size', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    for (const version of ['a', 'b', 'c']) {
      files.add(version, fileOf(4))
      files.find('a')
    }
    const cachedVersions = ['a', 'b', 'c'].filter((version) => files.find(version))
    expect(cachedVersions).toEqual(['a', 'c'])
  })

  test('behavior: counts a replaced file once', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    for (let count = 0; count < 5; count += 1) files.add('a', fileOf(6))
    files.add('b', fileOf(4))
    expect(files.find('a')).not.toBeNull()
  })

  test('behavior: never holds a file that is larger than everything else', () => {
    const files = createPrintedFiles({ maxBytes: 10 })
    files.add('a', fileOf(4))
    files.add('b', fileOf(11))
    expect(files.find('a')).not.toBeNull()
    expect(files.find('b')).toBeNull()
  })
})

describe('versionOf', () => {
  test('default', () => {
    const sheet = describeSheet(aPaidReceipt(), { pageUrl, mode: 'live' })
    expect(versionOf(sheet)).toBe(versionOf(structuredClone(sheet)))
    expect(versionOf(sheet)).toMatch(/^[\w-]{43}$/)
    expect(versionOf({ ...sheet, brandName: 'Other' })).not.toBe(versionOf(sheet))
  })
})
