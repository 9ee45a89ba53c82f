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
  /** Origins that the page may reach, in addition to its first one. */
  mayReach?: readonly string[]
}

export type OpenPage = {
  page: Page
  /** Returns every requested URL in order, except those that the page's own policy blocked. */
  requests(): string[]
  /** Console errors and uncaught exceptions. */
  pageErrors: string[]
  /** All console messages, including those of frames. */
  consoleLines: string[]
  /** Closes the page. Throws if it sent a request to another host. */
  close(): Promise<void>
}

/**
 * The headless shell comes first: the others open a hidden window per context, which takes half a
 * second.
 */
const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // Desktop browsers also run each frame in its own process.
  '--site-per-process',
]

/** Allows for a busy machine. */
const timeoutMs = 90_000

/** Launches the system's Chromium without a window. The tests of a file share one browser. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), headless: true, args: flags })
}

/**
 * Returns the path of the system's Chromium.
 *
 * @throws {Error} when there is none.
 */
export function findChromium(): string {
  const named = process.env['CHROMIUM']
  const chromium = (named ? [named] : chromiumPaths).find((path) => existsSync(path))
  if (chromium) return chromium
  throw new Error(
    `Chromium is not at ${named ?? chromiumPaths.join(', ')}. ` +
      'Run "apt-get install chromium", or set CHROMIUM to its path.',
  )
}

/** Opens an empty page of a new visitor: no cookies, no storage, no cache. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenPage> {
  const { width = 1_280, height = 800, mayReach = [], ...rest } = options
  const context = await browser.newContext({ viewport: { width, height }, ...rest })
  context.setDefaultTimeout(timeoutMs)
  const sentRequests: Request[] = []
  const pageErrors: string[] = []
  const consoleLines: string[] = []

  // Listens on the context, to include windows that the page opens.
  context.on('request', (request) => sentRequests.push(request))
  context.on('weberror', (error) => pageErrors.push(String(error.error())))
  context.on('console', (message) => {
    consoleLines.push(message.text())
    if (message.type() === 'error') pageErrors.push(message.text())
  })
  const requests = () =>
    sentRequests.filter((request) => !isBlocked(request)).map((request) => request.url())

  return {
    page: await context.newPage(),
    requests,
    pageErrors,
    consoleLines,
    async close() {
      await context.close()
      const foreign = listForeign(requests(), mayReach)
      if (foreign.length > 0)
        throw new Error(`The page sent requests to other hosts:\n${foreign.join('\n')}`)
    },
  }
}

/** Returns whether a policy blocked the request. The browser announces such requests too. */
function isBlocked(request: Request): boolean {
  return /\bcsp\b|BLOCKED_BY_CSP/.test(request.failure()?.errorText ?? '')
}

function listForeign(urls: readonly string[], mayReach: readonly string[]): string[] {
  const origins = urls
    .filter((url) => /^(https?|wss?):/.test(url))
    .map((url) => new URL(url).origin)
  const allowedOrigins = [origins[0], ...mayReach]
  return [...new Set(origins)].filter((origin) => !allowedOrigins.includes(origin))
}
