/// <reference lib="dom" />
import type { ApiComponents } from '@tallystick/sdk'
import type { Page, Route } from 'playwright-core'
import type { Answers, ReadPath, ScreenState, ScreenStates, StateName } from './screen-states.js'

type Me = ApiComponents['schemas']['Me']

const problem = 'The service could not read this. Try again in a minute.'
const refusedStatus = 403
/** Allows for a busy machine. */
const patienceMs = 30_000

/** The text of the states that every screen has in common. */
const commonTexts: Partial<Record<StateName, string | RegExp>> = {
  stale: 'Not live since',
  degraded: 'The database is down.',
  refused: 'Your role does not allow this',
  error: problem,
}

/**
 * Shows states of screens in one page. The answers of a state come from its description, all others
 * from the service, for a person who is signed in.
 */
export async function createStatePage(page: Page, baseUrl: string) {
  let answer: (route: Route, url: URL) => Promise<void> = (route) => route.fallback()
  await page.route('**/api/**', (route) => answer(route, new URL(route.request().url())))
  return {
    async show(screen: ScreenStates, name: StateName, state: ScreenState): Promise<void> {
      const answers = { ...screen.answers, ...state.answers }
      answer = (route, url) => answerOf(route, url, { screen, name, answers })
      await page.goto(`${baseUrl}/console${state.path ?? screen.path}`)
      if (name === 'stale') await makeStale(page)
      await state.act?.(page)
      if (name === 'loading') {
        await page.locator('main [aria-busy=true], .skeleton.shown').first().waitFor()
        return
      }
      const text = state.shows ?? commonTexts[name]
      if (text === undefined) throw new Error(`State ${name} does not say what it shows.`)
      await page
        .getByText(text)
        .and(page.locator(':visible'))
        .first()
        .waitFor({ timeout: patienceMs })
        .catch(async (cause: unknown) => {
          const seen = await page.locator('body').innerText()
          throw new Error(`State ${name} does not show "${text}", but:\n${seen}`, { cause })
        })
    },
  }
}

type Shown = { screen: ScreenStates; name: StateName; answers: Answers }

async function answerOf(route: Route, url: URL, { screen, name, answers }: Shown): Promise<void> {
  if (route.request().method() !== 'GET') return route.fallback()
  const { pathname } = url
  if (pathname === '/api/auth/me' && name === 'refused') return removeRights(route)
  const isLive = pathname === '/api/events/stream' || pathname === '/api/status/ping'
  if (name === 'stale' && isLive) return route.abort()
  const isRead = screen.reads.some((path) => matches(path, pathname))
  // Never answered: the page leaves before.
  if (isRead && name === 'loading') return
  if (isRead && name === 'error') {
    const headers = { 'x-correlation-id': 'req_sample' }
    return route.fulfill({ status: 400, headers, json: { error: 'failed', message: problem } })
  }
  if (isRead && name === 'refused') {
    const json = { error: 'forbidden', message: problem, requiredRight: 'receipts:read' }
    return route.fulfill({ status: refusedStatus, json })
  }
  const path = (Object.keys(answers) as ReadPath[]).find((known) => matches(known, pathname))
  if (!path) return route.fallback()
  const found = answers[path]
  return route.fulfill({ json: typeof found === 'function' ? found(url) : found })
}

/** Answers with the person of the session, without a single right. */
async function removeRights(route: Route): Promise<void> {
  const response = await route.fetch()
  const me = (await response.json()) as Me
  const merchants = me.merchants.map((merchant) => ({ ...merchant, role: 'viewer', rights: [] }))
  await route.fulfill({ json: { ...me, merchants } })
}

/** Returns whether a path with parameters, such as `/api/receipts/{id}`, is that of a request. */
function matches(path: string, pathname: string): boolean {
  const [known, requested] = [path.split('/'), pathname.split('/')]
  return (
    known.length === requested.length &&
    known.every((part, index) => part.startsWith('{') || part === requested[index])
  )
}

/** Lets the time pass after which a screen without a connection says so. */
async function makeStale(page: Page): Promise<void> {
  await page.locator('main h1, dialog[open]').first().waitFor()
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 15_000
  })
}
