/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { axeScript } from '../helpers/portal/list-violations.js'
import { checkScreen } from '../helpers/pos/check-screen.js'
import { type OpenRegister, openRegister } from '../helpers/pos/open-register.js'
import { makeTill, type Till } from '../helpers/pos/till.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

type Sheet = { text: string; page: string; widthMm: number }

/** Remembers what is printed, and a serial port that remembers its bytes. */
function rememberPrints(): void {
  const printed = { sheets: [] as Sheet[], bytes: [] as number[] }
  Object.assign(window, { printed })
  window.print = () => {
    const paper = document.querySelector<HTMLElement>('.paper')
    const rules = document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])
    printed.sheets.push({
      text: paper?.innerText ?? '',
      page: rules.map(({ cssText }) => cssText).join(' '),
      widthMm: ((paper?.getBoundingClientRect().width ?? 0) / 96) * 25.4,
    })
    window.dispatchEvent(new Event('afterprint'))
  }
  const port = {
    writable: null as WritableStream<Uint8Array> | null,
    async open() {
      port.writable = new WritableStream({
        write: (chunk) => void printed.bytes.push(...chunk),
      })
    },
    async close() {
      port.writable = null
    },
  }
  const ports: (typeof port)[] = []
  const requestPort = async () => {
    ports.push(port)
    return port
  }
  Object.defineProperty(navigator, 'serial', {
    value: { getPorts: async () => ports, requestPort },
  })
}

async function openUnlocked(): Promise<OpenRegister & { till: Till }> {
  const till = await makeTill(service)
  const script = `${axeScript};(${rememberPrints})()`
  const opened = await openRegister(browser, { till, baseUrl: service.demo.baseUrl, script })
  await opened.unlock('Ada')
  return { ...opened, till }
}

const readSheets = ({ page }: OpenRegister): Promise<Sheet[]> =>
  page.evaluate(() => (window as unknown as { printed: { sheets: Sheet[] } }).printed.sheets)

async function sellForCash({ page, tap, type }: OpenRegister): Promise<void> {
  await type('1250')
  await page.getByRole('button', { name: /^Charge \$/ }).waitFor()
  await page.locator('.stale').waitFor({ state: 'detached' })
  await tap('button', /^Charge \$/)
  await tap('button', 'Take cash')
  await type('2000')
  await tap('button', 'Record cash')
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
}

describe('printing', () => {
  test.each([
    [58, 48],
    [80, 72],
  ])('default: a page of %i mm, and again as a copy', async (receiptWidth, printedMm) => {
    const opened = await openUnlocked()
    const { page, tap, till, close } = opened
    const change = { body: { receiptWidth } }
    await till.seller.send(`PUT /api/registers/${till.register.id}`, change)
    await page.reload()
    await sellForCash(opened)
    await tap('button', 'Print')
    await expect.poll(() => readSheets(opened)).toHaveLength(1)
    const [sheet] = await readSheets(opened)
    expect(sheet?.page).toMatch(new RegExp(`size: ${receiptWidth}mm \\d+mm`))
    expect(sheet?.page).toContain('margin: 0')
    expect(sheet?.widthMm).toBeCloseTo(printedMm, 0)
    for (const text of [
      'Front counter',
      'Paid: Cash',
      'Given',
      '$20.00',
      'Thank you for your visit.',
    ]) {
      expect(sheet?.text).toContain(text)
    }
    await tap('button', 'New sale')
    await tap('button', 'Sales')
    await tap('button', /Amount/)
    await tap('button', 'Print again')
    await expect.poll(() => readSheets(opened)).toHaveLength(2)
    expect((await readSheets(opened))[1]?.text).toContain('Copy')
    await close()
  })

  test('behavior: automatic print at a serial printer, once, and the bytes are a receipt', async () => {
    const opened = await openUnlocked()
    const { page, tap, close } = opened
    const readBytes = () =>
      page.evaluate(() => (window as unknown as { printed: { bytes: number[] } }).printed.bytes)
    await tap('button', 'Sales')
    await tap('button', 'Printer')
    await tap('radio', 'A receipt printer at a serial port')
    expect(await checkScreen(page, 'printer')).toEqual([])
    await tap('button', 'Print a test')
    await page.getByText('The printer was not found.').waitFor()
    await tap('button', 'Choose the printer')
    await page.getByText('The printer is set up.').waitFor()
    await tap('button', 'Print a test')
    await page.getByText('Sent to the printer.').waitFor()
    await tap('checkbox', 'Print every receipt when it is paid')
    await tap('button', 'Done')
    const before = (await readBytes()).length
    expect(before).toBeGreaterThan(0)

    await tap('button', 'Keypad')
    await sellForCash(opened)
    await page.getByText('Sent to the printer.').waitFor()
    const receipt = String.fromCharCode(...(await readBytes()).slice(before))
    expect(receipt.startsWith('\u001b@')).toBe(true)
    for (const text of ['Front counter', 'Sandbox. No real money.', '$12.50', 'Paid: Cash']) {
      expect(receipt).toContain(text)
    }
    expect(receipt.split('\u001dV')).toHaveLength(2)
    expect(await readSheets(opened)).toEqual([])
    await close()
  })
})
