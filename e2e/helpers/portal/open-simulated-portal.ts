import type { PortalReceipt } from '@tallystick/sdk'
import { type Browser, type OpenPage, openPage } from '../browser.js'
import { makeReceipt, type Service } from '../client.js'
import { type AnnouncedWallets, announceWallets } from './announce-wallets.js'
import { type EventFeed, startEventFeed } from './event-feed.js'
import { readLinkQuery } from './read-link-query.js'

export type SimulatedPortal = OpenPage & {
  feed: EventFeed
  wallets: AnnouncedWallets
  /** The receipt as the service returns it. */
  receipt: PortalReceipt
  /** Sends a receipt to the page and waits until the page shows it. */
  show(receipt: PortalReceipt): Promise<void>
}

type SimulationOptions = Parameters<typeof openPage>[1] & {
  wallets?: readonly string[]
  /** Fields of a new receipt, for `POST /api/receipts`. */
  fields?: object
  /** An existing receipt to open instead. */
  receiptId?: string
  /** A script to run in the page before its own. */
  script?: string
}

/** Opens the payment page of a receipt whose events the test sends. */
export async function openSimulatedPortal(
  browser: Browser,
  service: Service,
  options: SimulationOptions = {},
): Promise<SimulatedPortal> {
  const { wallets: names = [], fields = {}, receiptId: input, script, ...rest } = options
  const receiptId = input ?? (await makeReceipt(service.program, fields))
  const receipt = await fetchPortalReceipt(service, receiptId)

  const feed = await startEventFeed()
  const mayReach = [feed.origin, ...(rest.mayReach ?? [])]
  const opened = await openPage(browser, { ...rest, mayReach })
  const { page } = opened
  await feed.intercept(page.context())
  const wallets = await announceWallets(page, names)
  if (script !== undefined) await page.addInitScript({ content: script })
  await page.goto(await readPortalUrl(service, receiptId))

  let count = 0
  const show = async (next: PortalReceipt) => {
    count += 1
    // A unique name in the heading shows that the page has rendered the event.
    const brandName = `${next.brandName} ${count}`
    feed.send({ ...next, brandName })
    const heading = new RegExp(` ${count}$`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  return {
    ...opened,
    feed,
    wallets,
    receipt,
    show,
    async close() {
      await opened.close()
      await feed.close()
    },
  }
}

/** Returns the address of the payment page of the demo merchant's receipt. */
export async function readPortalUrl(
  { demo, program }: Service,
  receiptId: string,
): Promise<string> {
  return `${demo.baseUrl}/portal/${receiptId}${await readLinkQuery(program, receiptId)}`
}

/** Fetches a receipt of the demo merchant as the payment page does. */
export async function fetchPortalReceipt(
  service: Service,
  receiptId: string,
): Promise<PortalReceipt> {
  const path = `/api/portal/${receiptId}${await readLinkQuery(service.program, receiptId)}`
  const response = await service.anyone<PortalReceipt>(`GET ${path}`)
  if (response.status !== 200) {
    throw new Error(`Cannot load the receipt: ${JSON.stringify(response.body)}`)
  }
  return response.body
}
