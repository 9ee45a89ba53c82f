import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createReceiptPrinter } from './create-receipt-printer.js'
import { describeSheet } from './describe-sheet.js'
import { loadPdfKit } from './pdf/load-pdf-kit.js'
import { aPaidReceipt, pageUrl } from './portal-receipt.properties.js'

const sheet = describeSheet(aPaidReceipt(), { pageUrl, mode: 'live' })

/** Loads as often as it is asked to, and counts. */
function countLoads(failures = 0) {
  const counted = {
    loads: 0,
    load: async () => {
      counted.loads += 1
      if (counted.loads <= failures) throw new Error('no memory left')
      return loadPdfKit()
    },
  }
  return counted
}

describe('createReceiptPrinter', () => {
  test('default', async () => {
    const file = await createReceiptPrinter().print(sheet)
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('behavior: loads with the first receipt, once', async () => {
    const counted = countLoads()
    const printer = createReceiptPrinter(counted.load)
    expect(counted.loads).toBe(0)
    const files = await Promise.all([printer.print(sheet), printer.print(sheet)])
    expect(files[0]).toEqual(files[1])
    expect(counted.loads).toBe(1)
  })

  test('behavior: one at a time, and others have their turn in between', async () => {
    const printer = createReceiptPrinter()
    await printer.print(sheet)
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    const all = ['first', 'second', 'third'].map((name) => printer.print(sheet).then(note(name)))
    for (let turn = 0; order.length < 3; turn += 1) {
      await setImmediate()
      if (order.length === 1 && !order.includes('other')) order.push('other')
      if (turn > 1_000) throw new Error('nothing was printed')
    }
    await Promise.all(all)
    expect(order).toEqual(['first', 'other', 'second', 'third'])
  })

  test('error: what could not be loaded is loaded again', async () => {
    const printer = createReceiptPrinter(countLoads(1).load)
    await expect(printer.print(sheet)).rejects.toThrow('no memory left')
    expect((await printer.print(sheet)).length).toBeGreaterThan(1_000)
  })
})
