import type { PortalReceipt } from '@tallystick/sdk'
import { type Browser, type OpenPage, openPage } from '../helpers/browser.js'
import { makeReceipt, type Service } from '../helpers/client.js'
import { type AnnouncedWallets, announceWallets } from './announce-wallets.js'
import { type Feed, feedEvents } from './feed-events.js'

export type FedPortal = OpenPage & {
  feed: Feed
  wallets: AnnouncedWallets
  /** What the service says of the receipt. */
  receipt: PortalReceipt
  /** Tells the page that its receipt is like this now, and waits until it shows that. */
  show(receipt: PortalReceipt): Promise<void>
}

type FedOptions = Parameters<typeof openPage>[1] & {
  wallets?: readonly string[]
  /** Of a new receipt, as `POST /api/receipts` takes them. */
  fields?: object
  /** Or one that there is. */
  receiptId?: string
  /** Run in the page before anything of its own. */
  script?: string
}

/** Opens the payment page of a receipt, which then goes through whatever states the test tells it. */
export async function openFedPortal(
  browser: Browser,
  service: Service,
  options: FedOptions = {},
): Promise<FedPortal> {
  const { wallets: names = [], fields = {}, receiptId: given, script, ...rest } = options
  const receiptId = given ?? (await makeReceipt(service.program, fields))
  const receipt = await loadPortal(service, receiptId)

  const feed = await feedEvents()
  const opened = await openPage(browser, { mayReach: [feed.origin], ...rest })
  const { page } = opened
  await feed.follow(page.context())
  const wallets = await announceWallets(page, names)
  if (script !== undefined) await page.addInitScript({ content: script })
  await page.goto(portalUrl(service, receiptId))

  let turn = 0
  const show = async (next: PortalReceipt) => {
    turn += 1
    // A name of its own, by which the page can be seen to have changed.
    const brandName = `${next.brandName} ${turn}`
    feed.send({ ...next, brandName })
    const own = new RegExp(` ${turn}$`)
    await page.getByRole('heading', { level: 1, name: own }).waitFor()
  }
  return {
    ...opened,
    ...{ feed, wallets, receipt, show },
    async close() {
      await opened.close()
      await feed.close()
    },
  }
}

/** Where a buyer pays a receipt of the demo merchant. */
export function portalUrl({ demo }: Service, receiptId: string): string {
  return `${demo.baseUrl}/portal/${receiptId}?recipient=${demo.merchantWallet}`
}

/** What a payment page gets to know of a receipt of the demo merchant. */
export async function loadPortal(service: Service, receiptId: string): Promise<PortalReceipt> {
  const path = `/api/portal/${receiptId}?recipient=${service.demo.merchantWallet}`
  const answer = await service.anyone<PortalReceipt>(`GET ${path}`)
  if (answer.status !== 200) throw new Error(`no such receipt: ${JSON.stringify(answer.body)}`)
  return answer.body
}
