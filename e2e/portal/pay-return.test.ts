import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { type Receiver, startReceiver } from '../helpers/receiver.js'
import { markPaid } from './mark-paid.js'
import { seeInTimeline } from './see-in-timeline.js'
import { seeStatus } from './see-status.js'
import { useVisits, type Visit } from './visit-portal.js'

const service = useService()
const visit = useVisits(service)
let shop: Receiver
beforeAll(async () => {
  shop = await startReceiver((response) => response.end('<!doctype html><title>Shop</title>'))
})
afterAll(() => shop?.close())

const countdown = ({ page }: Visit) => page.getByText('Going there in')
const wayBack = ({ page }: Visit) => page.getByRole('link', { name: 'Return to 127.0.0.1' })

async function visitAndPay(receipt: object): Promise<Visit> {
  const visited = await visit({ receipt, mayReach: [shop.url] })
  await markPaid(service, visited.id)
  await seeStatus(visited.page, 'Paid')
  return visited
}

async function reopenPaid(receipt: object): Promise<Visit> {
  const id = await makeReceipt(service.program, receipt)
  await markPaid(service, id)
  await seeInTimeline(service.program, { id, status: 'paid' })
  const visited = await visit({ id, mayReach: [shop.url] })
  await seeStatus(visited.page, 'Paid')
  return visited
}

async function stayHere(receipt: object): Promise<Visit> {
  const visited = await visitAndPay(receipt)
  await countdown(visited).waitFor()
  await visited.page.getByRole('button', { name: 'Stay here' }).click()
  await countdown(visited).waitFor({ state: 'hidden' })
  return visited
}

describe('the way back to the shop', () => {
  test('default: after a countdown, but for whoever stays, comes again, or was only noted', async () => {
    const at = (path: string) => `${shop.url}${path}`
    const [stayed, reopened, noted] = await Promise.all([
      stayHere({ returnUrl: at('/stayed') }),
      reopenPaid({ returnUrl: at('/reopened') }),
      visitAndPay({ redirect_url: at('/noted') }),
    ])
    expect(await wayBack(stayed).getAttribute('href')).toBe(at('/stayed'))
    expect(await wayBack(reopened).getAttribute('href')).toBe(at('/reopened'))
    expect(await wayBack(noted).count()).toBe(0)

    // They have been paid for longer than these, which are led away: so those are not.
    const [returned, succeeded] = await Promise.all([
      visitAndPay({ returnUrl: at('/returned') }),
      visitAndPay({ returnUrl: at('/not-this'), onSuccess: at('/succeeded') }),
    ])
    await Promise.all([countdown(returned).waitFor(), countdown(succeeded).waitFor()])
    await Promise.all([
      returned.page.waitForURL(at('/returned')),
      succeeded.page.waitForURL(at('/succeeded')),
    ])
    for (const visited of [stayed, reopened, noted]) {
      expect(visited.page.url()).toBe(visited.url)
      expect(await countdown(visited).count()).toBe(0)
    }
    const pages = shop.received.map(({ path }) => path).filter((path) => path !== '/favicon.ico')
    expect(pages.toSorted()).toEqual(['/returned', '/succeeded'])

    await returned.page.goBack()
    await seeStatus(returned.page, 'Paid')
    await wayBack(returned).waitFor()
    expect(await countdown(returned).count()).toBe(0)
    await Promise.all([stayed, reopened, noted, returned, succeeded].map((one) => one.close()))
  })
})
