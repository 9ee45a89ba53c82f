import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { callersOf, type SendRequest } from '../helpers/client.js'
import {
  makeDataDir,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from '../helpers/tallystick.js'

/**
 * Measures what scrolling through the receipts of a large shop costs a browser: the script, style
 * and layout of each frame, from a trace. Set RECEIPTS for fewer receipts.
 */
const receipts = Number(process.env['RECEIPTS'] ?? 100_000)
const senders = 24
const scrolls = 600
const limitMs = 20

const dataDir = makeDataDir()
const tallystick = await startTallystick({ dataDir, environment: { SANDBOX_CHAIN: 'off' } })
try {
  const demo = await tallystick.ready()
  const { program } = callersOf({ origin: tallystick.origin, demo })
  const started = performance.now()
  await fillShop(program)
  print(`${receipts} receipts: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  const browser = await launchBrowser()
  await measureScrolling(browser, demo.baseUrl)
  await browser.close()
} finally {
  await stopTallystick(tallystick)
  removeDataDir(dataDir)
}

async function fillShop(program: SendRequest): Promise<void> {
  let next = 0
  const send = async () => {
    for (let number = next++; number < receipts; number = next++) {
      const priceUsd = 1 + (number % 5_000) / 100
      const body = {
        id: `bench-${number}`,
        lineItems: [{ label: `Item ${number % 500}`, priceUsd }],
        totalUsd: priceUsd,
        billingFirstName: 'Buyer',
        billingLastName: String(number),
      }
      const { status } = await program('POST /api/receipts', { body })
      if (status !== 201) throw new Error(`A receipt was not created: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
}

async function measureScrolling(browser: Browser, baseUrl: string): Promise<void> {
  const { page, close } = await openPage(browser, { width: 1_280, height: 900 })
  await page.context().request.post(`${baseUrl}/api/sandbox/sign-in`, { data: { role: 'owner' } })
  await page.goto(`${baseUrl}/console/receipts`)
  await page
    .getByRole('row', { name: /bench-/ })
    .first()
    .waitFor()
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await scroll(page)
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }
  const mounted = await page.getByRole('row').count()
  const frames = measureFrames(trace.traceEvents)
  const at = (share: number) => frames[Math.ceil(frames.length * share) - 1] ?? Number.NaN
  print(`rows mounted: ${mounted}`)
  print(`frames with work: ${frames.length}`)
  const figures = { median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
  for (const [name, ms] of Object.entries(figures)) print(`${name}: ${ms.toFixed(1)} ms`)
  print(figures.p99 < limitMs ? 'ok' : `p99 is not below ${limitMs} ms`)
  if (!(figures.p99 < limitMs)) process.exitCode = 1
  await close()
}

/** Scrolls down, one step per frame, through all that the list keeps in memory. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (let step = 0; step < scrolls; step += 1) await page.mouse.wheel(0, 360)
}

/** An event of a trace; times are in microseconds. */
type Event = { name: string; ph: string; ts: number; dur?: number; pid: number; tid: number }

const work = new Set([
  'FunctionCall',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
  'EventDispatch',
  'V8.GCScavenger',
  'MinorGC',
  'MajorGC',
  'UpdateLayoutTree',
  'RecalculateStyles',
  'Layout',
  'PrePaint',
])

/** Returns the script, style and layout of each frame of the page in ms, the shortest first. */
function measureFrames(events: readonly Event[]): number[] {
  const main = busiestThread(events)
  const ofMain = events.filter(({ pid, tid }) => `${pid}.${tid}` === main)
  const starts = ofMain
    .filter(({ name }) => name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
  const spent = starts.map(() => 0)
  let until = 0
  let frame = 0
  const complete = ofMain.filter(({ name, ph, dur }) => ph === 'X' && dur && work.has(name))
  for (const { ts, dur = 0 } of complete.toSorted((a, b) => a.ts - b.ts)) {
    // Work within other work counts once.
    const from = Math.max(ts, until)
    const counted = ts + dur - from
    if (counted <= 0) continue
    until = ts + dur
    while ((starts[frame + 1] ?? Number.POSITIVE_INFINITY) <= ts) frame += 1
    spent[frame] = (spent[frame] ?? 0) + counted / 1_000
  }
  return spent.filter((ms) => ms > 0).toSorted((a, b) => a - b)
}

/** Returns the thread with the most layouts, which is that of the page. */
function busiestThread(events: readonly Event[]): string {
  const counts = new Map<string, number>()
  for (const { name, pid, tid } of events) {
    if (name !== 'BeginMainThreadFrame') continue
    const thread = `${pid}.${tid}`
    counts.set(thread, (counts.get(thread) ?? 0) + 1)
  }
  const [busiest] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (!busiest) throw new Error('The trace has no frames.')
  return busiest[0]
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
