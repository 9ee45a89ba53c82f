import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'
import { readEventStream } from '../helpers/read-event-stream.js'
import { listResumed } from './list-resumed.js'
import { makeBuyer } from './make-buyer.js'
import { payAsTestBuyer } from './pay-as-test-buyer.js'
import { payHere } from './pay-here.js'
import { seeInTimeline } from './see-in-timeline.js'
import { seeStatus } from './see-status.js'
import { signPayment } from './sign-payment.js'
import { useVisits } from './visit-portal.js'

const service = useService()
const visit = useVisits(service)
const firstEvent = { headers: {}, count: 1 }

async function payMeanwhile(id: string): Promise<void> {
  await payAsTestBuyer(service, { id })
  await seeInTimeline(service.program, { id, status: 'paid' })
}

describe('following a receipt', () => {
  test.concurrent('default: what was announced is still so after a reload', async () => {
    const { page, id, close } = await visit()
    const { hash, send } = await signPayment(service, id)
    await page.getByText('I have paid already', { exact: true }).click()
    const field = page.getByLabel('Transaction hash')
    const submit = page.getByRole('button', { name: 'Look for it' })
    await field.fill(hash.slice(0, -1))
    await submit.click()
    await page.getByRole('alert').getByText('A transaction hash is 0x and 64').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')

    await field.fill(` ${hash} `)
    await submit.click()
    await seeStatus(page, 'Sent')
    await seeInTimeline(service.program, { id, status: 'pending', by: 'portal' })
    await page.reload()
    await seeStatus(page, 'Sent')
    await page.getByTitle(hash).waitFor()
    expect(await page.getByRole('button', { name: /^Pay with/ }).count()).toBe(0)

    await send()
    await seeStatus(page, 'Paid')
    await close()
  })

  test.concurrent('behavior: paid in one tab, the other follows', async () => {
    const buyer = await makeBuyer(service.demo)
    const { page, url, close } = await visit({ wallets: [buyer] })
    const other = await page.context().newPage()
    await other.goto(url)
    await seeStatus(other, 'Waiting for payment')
    await payHere(page)
    await seeStatus(other, 'Paid')
    await seeStatus(page, 'Paid')
    await close()
  })

  test.concurrent('behavior: without a stream it asks, and the stream goes on where it was', async () => {
    const { page, id, requests, close } = await visit()
    const note = page.getByText('Reconnecting. Your payment is not affected')
    const path = `/api/portal/${id}`
    const [event] = await readEventStream(`${service.origin}${path}/events`, firstEvent)
    const { id: lastId = '', data } = event ?? {}
    const resumed = await listResumed(page)
    let line: 'breaks' | 'broken' | 'whole' = 'breaks'
    await page.route('**/events?*', async (route) => {
      if (line === 'whole') return route.continue()
      if (line === 'broken') return route.abort('connectionreset')

      // One event as it was, and that is the last that the page hears.
      line = 'broken'
      await payMeanwhile(id)
      const body = `retry: 300\nevent: receipt\nid: ${lastId}\ndata: ${JSON.stringify(data)}\n\n`
      return route.fulfill({ contentType: 'text/event-stream', body })
    })
    await page.reload()
    await note.waitFor()
    await seeStatus(page, 'Paid')
    expect(await note.isVisible()).toBe(true)
    expect(requests().some((url) => new URL(url).pathname === path)).toBe(true)

    line = 'whole'
    await note.waitFor({ state: 'hidden' })
    expect(resumed).toEqual([lastId])
    await close()
  })
})
