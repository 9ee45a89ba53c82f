import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'

export type { Browser, Page }

type PageOptions = Omit<BrowserContextOptions, 'viewport'> & {
  width?: number
  height?: number
  /** Origins it may ask, besides that of the first page it is sent to. */
  mayReach?: readonly string[]
}

export type OpenPage = {
  page: Page
  /** Every address that was asked for, in its order, but for what the page's own policy stopped. */
  requests(): string[]
  /** Errors on the console, and those that nobody caught. */
  complaints: string[]
  /** Everything on the console, that of frames included. */
  said: string[]
  /** Ends it. Throws when another host was asked for something. */
  close(): Promise<void>
}

/** The first has no windows at all; the others open a hidden one for every visitor, which takes half a second. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  // As on every desk: a frame has a process of its own.
  '--site-per-process',
]

/** A busy machine is slow, and that is no failure. */
const patienceMs = 90_000

/** The system's Chromium, without a window. One for a test file, whose tests open pages in it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), headless: true, args: flags })
}

function findChromium(): string {
  const named = process.env['CHROMIUM']
  const found = (named ? [named] : usual).find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    `these tests need Chromium, and there is none at ${named ?? usual.join(', ')}: ` +
      'apt-get install chromium, or say in CHROMIUM where it is',
  )
}

/** An empty page of somebody who was never here: no cookies, no storage, nothing cached. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenPage> {
  const { width = 1_280, height = 800, mayReach = [], ...rest } = options
  const context = await browser.newContext({ viewport: { width, height }, ...rest })
  context.setDefaultTimeout(patienceMs)
  const asked: Request[] = []
  const complaints: string[] = []
  const said: string[] = []

  // Of the whole context: what is opened in another window counts too.
  context.on('request', (request) => asked.push(request))
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    said.push(message.text())
    if (message.type() === 'error') complaints.push(message.text())
  })
  const requests = () => asked.filter((request) => !isStopped(request)).map((one) => one.url())

  return {
    page: await context.newPage(),
    requests,
    complaints,
    said,
    async close() {
      await context.close()
      const foreign = listForeign(requests(), mayReach)
      if (foreign.length > 0) throw new Error(`other hosts were asked:\n${foreign.join('\n')}`)
    },
  }
}

/** Stopped by a policy before it left the browser, which announces such a request nevertheless. */
function isStopped(request: Request): boolean {
  return /\bcsp\b|BLOCKED_BY_CSP/.test(request.failure()?.errorText ?? '')
}

function listForeign(urls: readonly string[], mayReach: readonly string[]): string[] {
  const origins = urls
    .filter((url) => /^(https?|wss?):/.test(url))
    .map((url) => new URL(url).origin)
  const known = [origins[0], ...mayReach]
  return [...new Set(origins)].filter((origin) => !known.includes(origin))
}
