import { afterAll, beforeAll } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { makeReceipt, type Service } from '../helpers/client.js'
import { addWallet, type StubWallet, type WalletOptions } from './stub-wallet.js'

/** A buyer's visit to the payment page of a receipt that nobody else knows. */
export type Visit = OpenPage & {
  id: string
  url: string
  /** What the service could not answer: status and address. */
  broken: string[]
  /** What got no answer, or was given up: why, and the address. */
  unanswered: string[]
  /** The first of its wallets, where it has any. */
  wallet: StubWallet
}

type VisitOptions = {
  /** What the receipt is about: 25 dollars unless told. */
  receipt?: object
  /** Or one that there is. */
  id?: string
  wallets?: readonly WalletOptions[]
  mayReach?: readonly string[]
}

/** Lets the tests of a file visit payment pages, each as somebody new, in a browser that they share. */
export function useVisits(service: Service): (options?: VisitOptions) => Promise<Visit> {
  let browser: Browser | null = null
  const visits = new Set<Visit>()
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => {
    const left = await Promise.all([...visits].map(describeVisit))
    await browser?.close()
    if (left.length > 0) throw new Error(`left open:\n${left.join('\n\n')}`)
  })

  return async ({ receipt = {}, wallets = [], mayReach = [], ...known } = {}) => {
    if (!browser) throw new Error('there is no browser yet')
    const { demo, program } = service
    const id = known.id ?? (await makeReceipt(program, receipt))
    const opened = await openPage(browser, { mayReach })
    const context = opened.page.context()
    const broken: string[] = []
    const unanswered: string[] = []
    context.on('response', (response) => {
      if (response.status() >= 500) broken.push(`${response.status()} ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      unanswered.push(`${request.failure()?.errorText} ${request.url()}`)
    })
    const added: StubWallet[] = []
    for (const wallet of wallets) added.push(await addWallet(opened.page, { ...wallet, demo }))

    const url = `${demo.baseUrl}/portal/${id}`
    const answer = await opened.page.goto(url)
    if (answer?.status() !== 200) {
      throw new Error(`${url}: ${answer?.status()} ${await answer?.text()}`)
    }
    const wallet = added[0] as StubWallet
    const visited: Visit = { ...opened, id, url, broken, unanswered, wallet }
    visits.add(visited)
    const close = async () => {
      visits.delete(visited)
      await opened.close()
    }
    return { ...visited, close }
  }
}

/** What there is to see of a visit that its test did not end: why it failed is often on the page. */
async function describeVisit(visit: Visit): Promise<string> {
  const { page, broken, unanswered, complaints, requests } = visit
  const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
  const lines = [...broken, ...unanswered, ...complaints, ...requests()]
  return [page.url(), ...lines, text].join('\n')
}
