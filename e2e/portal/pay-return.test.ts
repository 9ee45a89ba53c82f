// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { markPaid } from '../helpers/portal/mark-paid.js'
import { waitForStatus } from '../helpers/portal/page-actions.js'
import { waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits, type Visit } from '../helpers/portal/visit-portal.js'
import { type Receiver, startReceiver } from '../helpers/receiver.js'

const service = useService()
const visit = useVisits(service)
let shop: Receiver
beforeAll(async () => {
  shop = await startReceiver((response) => response.end('<!doctype html><title>Shop</title>'))
})
afterAll(() => shop?.close())

const countdown = ({ page }: Visit) => page.getByText('Redirecting in')
const returnLink = ({ page }: Visit) => page.getByRole('link', { name: 'Return to 127.0.0.1' })

async function visitAndPay(receipt: object): Promise<Visit> {
  const visited = await visit({ receipt, mayReach: [shop.url] })
  await markPaid(service, visited.id)
  await waitForStatus(visited.page, 'Paid')
  return visited
}

async function reopenPaid(receipt: object): Promise<Visit> {
  const id = await makeReceipt(service.program, receipt)
  await markPaid(service, id)
  await waitForTimelineEntry(service.program, { id, status: 'paid' })
  const visited = await visit({ id, mayReach: [shop.url] })
  await waitForStatus(visited.page, 'Paid')
  return visited
}

async function stayHere(receipt: object): Promise<Visit> {
  const visited = await visitAndPay(receipt)
  await countdown(visited).waitFor()
  await visited.page.getByRole('button', { name: 'Stay here' }).click()
  await countdown(visited).waitFor({ state: 'hidden' })
  return visited
}

describe('return to the shop', () => {
  test('default: redirects after a countdown, except on Stay here, a reopened page or redirect_url', async () => {
    const at = (path: string) => `${shop.url}${path}`
    const [stayed, reopened, unfollowed] = await Promise.all([
      stayHere({ returnUrl: at('/stayed') }),
      reopenPaid({ returnUrl: at('/reopened') }),
      visitAndPay({ redirect_url: at('/unfollowed') }),
    ])
    expect(await returnLink(stayed).getAttribute('href')).toBe(at('/stayed'))
    expect(await returnLink(reopened).getAttribute('href')).toBe(at('/reopened'))
    expect(await returnLink(unfollowed).count()).toBe(0)

    // These redirect, although the pages above were paid earlier. So those do not redirect at all.
    const [returned, succeeded] = await Promise.all([
      visitAndPay({ returnUrl: at('/returned') }),
      visitAndPay({ returnUrl: at('/not-this'), onSuccess: at('/succeeded') }),
    ])
    await Promise.all([countdown(returned).waitFor(), countdown(succeeded).waitFor()])
    await Promise.all([
      returned.page.waitForURL(at('/returned')),
      succeeded.page.waitForURL(at('/succeeded')),
    ])
    for (const visited of [stayed, reopened, unfollowed]) {
      expect(visited.page.url()).toBe(visited.url)
      expect(await countdown(visited).count()).toBe(0)
    }
    const pages = shop.received.map(({ path }) => path).filter((path) => path !== '/favicon.ico')
    expect(pages.toSorted()).toEqual(['/returned', '/succeeded'])

    await returned.page.goBack()
    await waitForStatus(returned.page, 'Paid')
    await returnLink(returned).waitFor()
    expect(await countdown(returned).count()).toBe(0)
    await Promise.all(
      [stayed, reopened, unfollowed, returned, succeeded].map((visited) => visited.close()),
    )
  })
})
