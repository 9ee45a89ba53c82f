/// <reference lib="dom" />
// @module-tag slow
import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'
import { waitForStatus } from '../helpers/portal/page-actions.js'
import { waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits, type Visit } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)

/** Clicks the button for cards, and returns the page of the provider in its new tab. */
async function openCardPage({ page }: Visit, button = 'Pay $25.00 by card') {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: button }).click()
  const tab = await opening
  await tab.getByRole('heading', { level: 1, name: /by card$/ }).waitFor()
  return tab
}

async function play(tab: Visit['page'], result: string) {
  await tab.getByLabel('Result').selectOption(result)
  await tab.getByRole('button', { name: /^Pay \$/ }).click()
}

describe('payment by card', () => {
  test.concurrent('default: the payment page follows the card to the money', async () => {
    const visited = await visit()
    const { page, id, requests, close } = visited
    expect(requests().filter((url) => url.includes('start-card'))).toEqual([])
    await page.getByText("$25.00 plus the provider's fee, shown before you pay.").waitFor()
    const tab = await openCardPage(visited)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await page.getByRole('button', { name: 'Open the card page again' }).waitFor()
    await page.getByText('Finish in the other tab.').waitFor()

    await play(tab, 'success')
    await tab.getByText('You can close this tab.').waitFor()
    await tab.close()
    await waitForStatus(page, 'Paid')
    await waitForTimelineEntry(service.program, { id, status: 'paid' })
    await close()
  })

  test.concurrent('behavior: a slow bank, then a decline, and another card', async () => {
    const visited = await visit()
    const { page, id, close } = visited
    const tab = await openCardPage(visited)
    await play(tab, 'slow')
    await waitForStatus(page, 'Processing')
    expect(await page.locator('.pay').count()).toBe(0)
    await tab.getByRole('button', { name: 'Decline' }).click()
    await waitForStatus(page, 'Card declined')
    await tab.close()

    const again = await openCardPage(visited, 'Try another card')
    await play(again, 'PORTAL_KYC_DOC_REQUIRED')
    await waitForStatus(page, 'Documents needed')
    await page.getByText('Have your photo ID ready').waitFor()
    await page.getByRole('button', { name: 'Continue', exact: true }).waitFor()
    const failureCode = 'PORTAL_KYC_DOC_REQUIRED'
    await waitForTimelineEntry(service.program, { id, status: 'attempt_failed', failureCode })
    await close()
  })

  test.concurrent('error: a service that is away keeps the page', async () => {
    const { page, close } = await visit()
    await page.route('**/onramp*', (route) => route.abort())
    const button = page.getByRole('button', { name: 'Pay $25.00 by card' })
    await button.click()
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()
    expect(await button.isEnabled()).toBe(true)
    expect(page.context().pages()).toHaveLength(1)
    await close()
  })
})
