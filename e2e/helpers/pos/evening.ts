/// <reference lib="dom" />
import { expect } from 'vitest'
import type { Browser } from '../browser.js'
import { callersOf } from '../client.js'
import { pauseDatabase } from '../pause-database.js'
import {
  findFreePort,
  makeDataDir,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from '../tallystick.js'
import { type OpenRegister, openRegister } from './open-register.js'
import { listSales, makeTill, pin, type Till } from './till.js'

type Evening = { sales: number; seed: number }

type PlannedSale = {
  cents: number
  tip: string | null
  isCash: boolean
  isRefunded: boolean
}

const plainSale: PlannedSale = { cents: 1_000, tip: null, isCash: true, isRefunded: false }

type Close = {
  number: number
  sales: number
  refunds: number
  tips: number
  fees: number
  received: number
  refunded: number
  assets: { symbol: string; usd: number }[]
  cash: { currency: string; sales: number; refunds: number; difference: number }[]
  cashiers: { name: string; sales: number; tips: number; received: number }[]
}

/** The sums of an evening as the cashiers count them, in cents. */
type Tally = { totals: number[]; cash: number; refunded: number; refunds: number }

const cashiers = ['Ada', 'Grace'] as const
type Name = (typeof cashiers)[number]

/**
 * Sells a whole evening at two devices of one register. The server is killed after a third of the
 * sales, and the database hangs after two thirds. Then the day is closed, and compared with what the
 * cashiers know and with the ledger.
 */
export async function runEvening(browser: Browser, { sales, seed }: Evening): Promise<void> {
  const dataDir = makeDataDir()
  const port = String(await findFreePort())
  const start = () => startTallystick({ dataDir, environment: { PORT: port } })
  let running = await start()
  const service = callersOf({ origin: running.origin, demo: await running.ready() })
  const till = await makeTill(service)
  const { baseUrl } = service.demo
  const devices: Record<Name, OpenRegister> = {
    Ada: await openRegister(browser, { till, baseUrl, width: 390, height: 844 }),
    Grace: await openRegister(browser, { till, baseUrl, width: 1_280, height: 800 }),
  }
  const tally: Tally = { totals: [], cash: 0, refunded: 0, refunds: 0 }
  const plan = planSales(sales, seed)
  const sellAll = (from: number, to: number) =>
    Promise.all(
      cashiers.map(async (name, place) => {
        const own = plan.slice(from, to).filter((_, index) => index % 2 === place)
        for (const sale of own) await sellOne(devices[name], { till, sale, tally })
      }),
    )
  try {
    for (const name of cashiers) await devices[name].unlock(name)
    const third = Math.floor(sales / 3)
    await sellAll(0, third)
    // While one device charges, and the other one waits.
    const killAndRestart = async () => {
      running.signal('SIGKILL', 'node')
      await running.exited
      await showsConnection(devices.Grace, 'No connection')
      running = await start()
      await running.ready()
    }
    await sellOne(devices.Ada, { till, sale: plainSale, tally, onCharge: killAndRestart })
    await Promise.all(cashiers.map((name) => showsConnection(devices[name], 'Online')))
    await sellAll(third, 2 * third)
    const resume = pauseDatabase(dataDir)
    await Promise.all(cashiers.map((name) => showsConnection(devices[name], 'Limited')))
    for (const name of cashiers) await sellOne(devices[name], { till, sale: plainSale, tally })
    resume()
    await Promise.all(cashiers.map((name) => showsConnection(devices[name], 'Online')))
    await sellAll(2 * third, sales)
    await compare(till, { close: await closeDay(devices.Ada, till, tally), tally })
    for (const name of cashiers) await devices[name].close()
    expect(await stopTallystick(running)).toBe(0)
  } finally {
    await stopTallystick(running)
    removeDataDir(dataDir)
  }
}

/** A generator of numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function planSales(count: number, seed: number): PlannedSale[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => ({
    cents: 100 + Math.floor(random() * 15_000),
    tip: random() < 0.4 ? (['10%', '15%', '20%'][Math.floor(random() * 3)] ?? null) : null,
    isCash: random() < 0.6,
    isRefunded: random() < 0.1,
  }))
}

async function showsConnection({ page }: OpenRegister, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor()
}

async function sellOne(
  device: OpenRegister,
  {
    till,
    sale,
    tally,
    onCharge,
  }: { till: Till; sale: PlannedSale; tally: Tally; onCharge?: () => Promise<void> },
): Promise<void> {
  const { page, tap, type } = device
  await page.getByTestId('amount').filter({ hasText: '$0.00' }).waitFor()
  await type(String(sale.cents))
  if (sale.tip !== null) {
    const isPhone = (page.viewportSize()?.width ?? 0) < 768
    if (isPhone) {
      await tap('button', 'Items')
      await tap('button', /^\d items?$/)
    }
    await tap('radio', sale.tip)
  }
  await page.locator('.stale').waitFor({ state: 'detached' })
  await tap('button', /^Charge/)
  await onCharge?.()
  const code = page.getByRole('img', { name: 'QR code of the payment page' })
  await code.waitFor()
  const kept = await page.evaluate(
    (key) => localStorage.getItem(key),
    `pos ${till.register.id} sale`,
  )
  const receiptId: string = JSON.parse(kept ?? '{}').charge.receipt.id
  if (sale.isCash) {
    await tap('button', 'Take cash')
    await tap('button', 'Record cash')
  } else {
    const body = { receiptId, scenario: 'exact' }
    expect((await till.seller.program('POST /api/sandbox/pay', { body })).status).toBe(200)
  }
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  const total = await page.locator('.win .huge').innerText()
  const cents = Math.round(Number(total.replace(/[$,]/g, '')) * 100)
  tally.totals.push(cents)
  if (sale.isCash) tally.cash += cents
  await tap('button', 'New sale')
  if (sale.isRefunded && sale.isCash) await refundLast(device, { cents, tally })
  await tap('button', 'Keypad')
}

/** Refunds the newest sale in the list, which this cashier has just made. */
async function refundLast(
  { page, tap, type }: OpenRegister,
  { cents, tally }: { cents: number; tally: Tally },
): Promise<void> {
  const total = `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
  await tap('button', 'Sales')
  await page
    .getByRole('button', { name: new RegExp(`^\\${total}`) })
    .first()
    .tap()
  await tap('button', 'Refund')
  await tap('button', `Refund ${total}`)
  if (cents > 10_000) {
    await page.getByText('A second person approves').waitFor()
    await type(pin)
    await tap('button', 'Approve')
  }
  await page.getByText(`${total} refunded`).waitFor()
  tally.refunds += 1
  tally.refunded += cents
}

/** Closes the day with the cash that must be in the drawer. */
async function closeDay(
  { page, tap, type, top }: OpenRegister,
  till: Till,
  tally: Tally,
): Promise<Close> {
  const read = async () => {
    const path = `GET /api/day-closes?registerId=${till.register.id}`
    return (await till.seller.send<{ open: Close | null; closes: Close[] }>(path)).body
  }
  // Payments of the chain are posted when they are final.
  const patience = { timeout: 120_000 }
  await expect.poll(async () => (await read()).open?.sales, patience).toBe(tally.totals.length)
  await tap('button', 'Day')
  await tap('button', 'Close the day')
  await tap('radio', 'Counted')
  await type(String(tally.cash - tally.refunded))
  await (await top()).getByRole('button', { name: 'Close the day' }).tap()
  await page.getByRole('heading', { name: 'Day close 1' }).waitFor()
  const [close] = (await read()).closes
  if (!close) throw new Error('There is no close.')
  return close
}

async function compare(
  till: Till,
  { close, tally }: { close: Close; tally: Tally },
): Promise<void> {
  const inCents = (amount: number) => Math.round(amount * 100)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  expect(inCents(close.received)).toBe(sum(tally.totals))
  expect([close.sales, close.refunds]).toEqual([tally.totals.length, tally.refunds])
  expect(inCents(close.refunded)).toBe(tally.refunded)
  expect(close.cash).toMatchObject([{ currency: 'USD', difference: 0 }])
  expect(inCents(close.cash[0]?.sales ?? 0)).toBe(tally.cash)
  expect(inCents(sum(close.assets.map(({ usd }) => usd)))).toBe(sum(tally.totals))
  expect(close.cashiers.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Grace'])
  expect(sum(close.cashiers.map((cashier) => cashier.sales))).toBe(close.sales)
  expect(inCents(sum(close.cashiers.map(({ received }) => received)))).toBe(sum(tally.totals))
  expect(inCents(sum(close.cashiers.map(({ tips }) => tips)))).toBe(inCents(close.tips))

  // The reports of the shop, whose only register this is.
  const { body } = await till.seller.send<{ totals: Record<string, number> }>(
    'GET /api/reports/summary',
  )
  const { orders, volume, fees, refunds } = body.totals
  expect([orders, volume, fees, refunds]).toEqual([
    close.sales,
    close.received,
    close.fees,
    close.refunded,
  ])
  // No sale was charged twice.
  const receipts = await listSales(till)
  expect(receipts.filter(({ status }) => status !== 'failed')).toHaveLength(tally.totals.length)
}
