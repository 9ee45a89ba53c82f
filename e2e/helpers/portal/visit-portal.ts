import { afterAll, beforeAll } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../browser.js'
import { makeReceipt, type Service } from '../client.js'
import { readLinkQuery } from './read-link-query.js'
import { addWallet, type StubWallet, type WalletOptions } from './stub-wallet.js'

/** A buyer's visit to the payment page of a receipt. */
export type Visit = OpenPage & {
  id: string
  url: string
  /** Responses with a server error: status and address. */
  serverErrors: string[]
  /** Requests without a response: cause and address. */
  failedRequests: string[]
  /** The first wallet, if any. */
  wallet: StubWallet
}

type VisitOptions = {
  /** Fields of a new receipt, over 25 dollars by default. */
  receipt?: object
  /** An existing receipt to open instead. */
  id?: string
  /** The query of the link, instead of that of the receipt's payment link. */
  query?: string
  wallets?: readonly WalletOptions[]
  mayReach?: readonly string[]
}

/** Opens payment pages in one browser per test file, each in a new context. */
export function useVisits(service: Service): (options?: VisitOptions) => Promise<Visit> {
  let browser: Browser | null = null
  const visits = new Set<Visit>()
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    const open = await Promise.all([...visits].map(describeVisit))
    await browser?.close()
    // An error here would skip the hooks that stop the service.
    for (const visit of open) process.stderr.write(`Visit not closed: ${visit}\n\n`)
  })

  return async ({ receipt = {}, wallets = [], mayReach = [], ...setup } = {}) => {
    if (!browser) throw new Error('Call visit inside a test.')
    const { demo, program } = service
    const id = setup.id ?? (await makeReceipt(program, receipt))
    const opened = await openPage(browser, { mayReach })
    const context = opened.page.context()
    const serverErrors: string[] = []
    const failedRequests: string[] = []
    context.on('response', (response) => {
      if (response.status() >= 500) serverErrors.push(`${response.status()} ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      failedRequests.push(`${request.failure()?.errorText} ${request.url()}`)
    })
    const added: StubWallet[] = []
    for (const wallet of wallets) added.push(await addWallet(opened.page, { ...wallet, demo }))

    const query = setup.query ?? (await readLinkQuery(program, id))
    const url = `${demo.baseUrl}/portal/${id}${query}`
    const response = await opened.page.goto(url)
    if (response?.status() !== 200) {
      throw new Error(`${url}: ${response?.status()} ${await response?.text()}`)
    }
    const wallet = added[0] as StubWallet
    const visited: Visit = { ...opened, id, url, serverErrors, failedRequests, wallet }
    visits.add(visited)
    const close = async () => {
      visits.delete(visited)
      await opened.close()
    }
    return { ...visited, close }
  }
}

/** Describes a visit that its test did not close. The page often shows why the test failed. */
async function describeVisit(visit: Visit): Promise<string> {
  const { page, serverErrors, failedRequests, pageErrors, requests } = visit
  const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
  const lines = [...serverErrors, ...failedRequests, ...pageErrors, ...requests()]
  return [page.url(), ...lines, text].join('\n')
}
