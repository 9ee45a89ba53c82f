import { afterAll, beforeAll } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../browser.js'
import { makeReceipt, type Service } from '../spec/client.js'
import { addWallet, type StubWallet, type WalletOptions } from './stub-wallet.js'

/** A buyer's visit to the payment page of a receipt that nobody else knows. */
export type Visit = OpenPage & {
  id: string
  url: string
  /** What the service could not answer: status and address. */
  broken: string[]
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

/** Others may be busy on the same machine. */
const patienceMs = 90_000

/** Lets the tests of a file visit payment pages, each as somebody new, in a browser that they share. */
export function useVisits(service: Service): (options?: VisitOptions) => Promise<Visit> {
  let browser: Browser | null = null
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  return async ({ receipt = {}, wallets = [], mayReach = [], ...known } = {}) => {
    if (!browser) throw new Error('there is no browser yet')
    const { demo, program } = service
    const id = known.id ?? (await makeReceipt(program, receipt))
    const opened = await openPage(browser, { mayReach })
    const context = opened.page.context()
    context.setDefaultTimeout(patienceMs)
    const broken: string[] = []
    context.on('response', (response) => {
      if (response.status() >= 500) broken.push(`${response.status()} ${response.url()}`)
    })
    const added: StubWallet[] = []
    for (const wallet of wallets) added.push(await addWallet(opened.page, { ...wallet, demo }))

    const url = `${demo.baseUrl}/portal/${id}`
    await opened.page.goto(url)
    return { ...opened, id, url, broken, wallet: added[0] as StubWallet }
  }
}
