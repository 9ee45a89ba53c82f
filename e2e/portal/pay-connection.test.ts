// @module-tag slow
import { describe, expect, test } from 'vitest'
import type { Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { payWithStubWallet, waitForStatus } from '../helpers/portal/page-actions.js'
import { payAsTestBuyer } from '../helpers/portal/pay-as-test-buyer.js'
import { readLinkQuery } from '../helpers/portal/read-link-query.js'
import { signPayment } from '../helpers/portal/sign-payment.js'
import { waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits } from '../helpers/portal/visit-portal.js'
import { readEventStream } from '../helpers/read-event-stream.js'

const service = useService()
const visit = useVisits(service)
const firstEvent = { headers: {}, count: 1 }

async function payMeanwhile(id: string): Promise<void> {
  await payAsTestBuyer(service, { id })
  await waitForTimelineEntry(service.program, { id, status: 'paid' })
}

describe('live updates of the payment page', () => {
  test.concurrent('default: an announced payment survives a reload', async () => {
    const { page, id, close } = await visit()
    const { hash, send } = await signPayment(service, id)
    await page.getByText("I've already paid", { exact: true }).click()
    const field = page.getByLabel('Transaction hash')
    const submit = page.getByRole('button', { name: 'Find payment' })
    await field.fill(hash.slice(0, -1))
    await submit.click()
    await page.getByRole('alert').getByText('A transaction hash is 0x followed by 64').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')

    await field.fill(` ${hash} `)
    await submit.click()
    await waitForStatus(page, 'Sent')
    await waitForTimelineEntry(service.program, { id, status: 'pending', by: 'portal' })
    await page.reload()
    await waitForStatus(page, 'Sent')
    await page.getByTitle(hash).waitFor()
    expect(await page.getByRole('button', { name: /^Pay with/ }).count()).toBe(0)

    await send()
    await waitForStatus(page, 'Paid')
    await close()
  })

  test.concurrent('behavior: a payment in one tab shows in the other', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, url, close } = await visit({ wallets: [buyer] })
    const other = await page.context().newPage()
    await other.goto(url)
    await waitForStatus(other, 'Waiting for payment')
    await payWithStubWallet(page)
    await waitForStatus(other, 'Paid')
    await waitForStatus(page, 'Paid')
    await close()
  })

  test.concurrent('behavior: polls without a stream, and resumes the stream after the last event', async () => {
    const { page, id, requests, close } = await visit()
    const note = page.getByText('Reconnecting. Your payment is not affected')
    const path = `/api/portal/${id}`
    const query = await readLinkQuery(service.program, id)
    const [event] = await readEventStream(`${service.origin}${path}/events${query}`, firstEvent)
    const { id: lastId = '', data } = event ?? {}
    const resumed = await recordResumedEvents(page)
    let connection: 'breaking' | 'down' | 'up' = 'breaking'
    await page.route('**/events?*', async (route) => {
      if (connection === 'up') return route.continue()
      if (connection === 'down') return route.abort('connectionreset')

      // Repeats one event, then the stream ends.
      connection = 'down'
      await payMeanwhile(id)
      const body = `retry: 300\nevent: receipt\nid: ${lastId}\ndata: ${JSON.stringify(data)}\n\n`
      return route.fulfill({ contentType: 'text/event-stream', body })
    })
    await page.reload()
    await note.waitFor()
    await waitForStatus(page, 'Paid')
    expect(await note.isVisible()).toBe(true)
    expect(requests().some((url) => new URL(url).pathname === path)).toBe(true)

    connection = 'up'
    await note.waitFor({ state: 'hidden' })
    expect(resumed).toEqual([lastId])
    await close()
  })

  test.concurrent('behavior: a part of the script that failed to load is loaded again', async () => {
    const { page, close } = await visit()
    const parts = /\/assets\/portal\/(draw-qr|start-card)-/
    await page.route(parts, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => /draw-qr/.test(request.url()))
    await page.getByRole('button', { name: 'Scan with a wallet app instead' }).click()
    await failed
    const card = page.getByRole('button', { name: /^Pay \$25\.00 by card/ })
    await card.click()
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()

    await page.unroute(parts)
    await page.getByRole('img', { name: /^Payment QR code: / }).waitFor()
    const provider = page.context().waitForEvent('page')
    await card.click()
    await (await provider).getByRole('button', { name: /^Pay \$/ }).waitFor()
    await close()
  })

  test.concurrent('behavior: a payment continues when the service returns', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, wallet, close } = await visit({ wallets: [buyer] })
    const away = (url: URL) => /^\/(assets|api)\//.test(url.pathname)
    await page.route(away, (route) => route.abort())
    await payWithStubWallet(page)
    await page.getByText("The server cannot be reached. We'll continue as soon as").waitFor()
    expect(wallet.calls).toEqual([])

    await page.unroute(away)
    await waitForStatus(page, 'Paid')
    await close()
  })
})

/**
 * Records the event ids after which the page resumes its stream. The browser adds this header
 * itself, so it is visible only in the network log.
 */
async function recordResumedEvents(page: Page): Promise<string[]> {
  const problems: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const lastId = headers['Last-Event-ID']
    if (lastId !== undefined) problems.push(lastId)
  })
  await session.send('Network.enable')
  return problems
}
