/// <reference lib="dom" />
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { callersOf, type SendRequest } from '../helpers/client.js'
import { catalog } from '../helpers/console/screens/catalog.js'
import {
  makeDataDir,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from '../helpers/tallystick.js'
import { measureFrames, type TraceEvent } from './measure-frames.js'

/**
 * Measures what scrolling through the receipts and the catalog of a large shop costs a browser: the
 * script, style and layout of each frame, from a trace. Set RECEIPTS for fewer of them.
 */
const receipts = Number(process.env['RECEIPTS'] ?? 100_000)
const senders = 24
const scrolls = 600
const jumps = 20
const limitMs = 20

const dataDir = makeDataDir()
const tallystick = await startTallystick({ dataDir, environment: { SANDBOX_CHAIN: 'off' } })
try {
  const demo = await tallystick.ready()
  const { program } = callersOf({ origin: tallystick.origin, demo })
  await time(`${receipts} receipts`, () => fillReceipts(program))
  const browser = await launchBrowser()
  const { baseUrl } = demo
  if (receipts > 0) await measureScrolling(browser, { baseUrl, screen: 'receipts', row: 'bench-' })
  await measureScrolling(browser, { baseUrl, screen: 'catalog', row: 'COFFEE-' })
  await browser.close()
} finally {
  await stopTallystick(tallystick)
  removeDataDir(dataDir)
}

async function time(name: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await run()
  print(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}

async function fillReceipts(program: SendRequest): Promise<void> {
  let next = 0
  const send = async () => {
    for (let number = next++; number < receipts; number = next++) {
      const priceUsd = (100 + (number % 5_000)) / 100
      const body = {
        id: `bench-${number}`,
        lineItems: [{ label: `Item ${number % 500}`, priceUsd }],
        totalUsd: priceUsd,
        billingFirstName: 'Buyer',
        billingLastName: String(number),
      }
      const response = await program('POST /api/receipts', { body })
      if (response.status !== 201) {
        throw new Error(`A receipt was not created: ${JSON.stringify(response.body)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
}

/** Answers for a catalog of 200,000 items, which the service would take minutes to import. */
async function serveCatalog(page: Page): Promise<void> {
  for (const path of ['/api/inventory', '/api/inventory/facets'] as const) {
    const answer = catalog.answers[path]
    await page.route(
      ({ pathname }) => pathname === path,
      (route) => {
        const url = new URL(route.request().url())
        return route.fulfill({ json: typeof answer === 'function' ? answer(url) : answer })
      },
    )
  }
}

type List = { baseUrl: string; screen: 'receipts' | 'catalog'; row: string }

async function measureScrolling(browser: Browser, { baseUrl, screen, row }: List): Promise<void> {
  const { page, close } = await openPage(browser, { width: 1_280, height: 900 })
  await page.context().request.post(`${baseUrl}/api/sandbox/sign-in`, { data: { role: 'owner' } })
  if (screen === 'catalog') await serveCatalog(page)
  await page.goto(`${baseUrl}/console/${screen}`)
  await waitForRow(page, row)
  await browser.startTracing(page, {
    categories: [
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'disabled-by-default-devtools.timeline.frame',
      'devtools.timeline.frame',
    ],
  })
  await scroll(page)
  await jump(page, row)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const mounted = await page.getByRole('row').count()
  const frames = measureFrames(trace.traceEvents)
  const at = (share: number) => frames[Math.ceil(frames.length * share) - 1] ?? Number.NaN
  print(`${screen}`)
  print(`  rows mounted: ${mounted}`)
  print(`  frames with work: ${frames.length}`)
  const figures = { median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
  for (const [name, ms] of Object.entries(figures)) print(`  ${name}: ${ms.toFixed(1)} ms`)
  print(figures.p99 < limitMs ? '  ok' : `  p99 is not below ${limitMs} ms`)
  if (!(figures.p99 < limitMs)) process.exitCode = 1
  await close()
}

/** Scrolls down, one step per frame. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (let step = 0; step < scrolls; step += 1) await page.mouse.wheel(0, 360)
}

/** Drags the scroll bar to places all over the list, and waits for the rows there. */
async function jump(page: Page, row: string): Promise<void> {
  for (let place = 1; place <= jumps; place += 1) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), place / jumps)
    await waitForRow(page, row)
  }
}

/** Waits with little work for the page: to find a row by its role, it would name all of them. */
async function waitForRow(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (part) =>
      [...document.querySelectorAll('[role="row"]')].some(({ textContent }) =>
        textContent?.includes(part),
      ),
    text,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
