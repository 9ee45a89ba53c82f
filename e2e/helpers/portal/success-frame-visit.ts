import { expect, vi } from 'vitest'
import { type Browser, type OpenPage, openPage } from '../browser.js'
import type { Service } from '../client.js'
import { markPaid } from './mark-paid.js'
import { readLinkQuery } from './read-link-query.js'

export type Visit = OpenPage & {
  id: string
  pageUrl: string
  frameUrl: string
  pay(): Promise<void>
  /** Waits until the console of the page or the frame has this message. */
  waitForMessage(text: string): Promise<void>
  /** Waits until the script's frame is removed. */
  waitForFrameRemoval(): Promise<void>
}

/** Fields of the merchant. The page follows only `returnUrl` automatically, after five seconds. */
export type ReceiptFields = { onSuccess: string; returnUrl?: string; redirectUrl?: string }

const secret = 'only-the-buyer-has-this'
const patience = { timeout: 60_000, interval: 20 }

/**
 * Opens the payment page of a receipt with this script, for a buyer with secrets in cookies and
 * storage.
 */
export async function visit(
  { service, browser }: { service: Service; browser: Browser },
  { id, mayReach = [], ...fields }: ReceiptFields & { id: string; mayReach?: readonly string[] },
): Promise<Visit> {
  const bill = { lineItems: [{ label: 'Tea', priceUsd: 5 }], totalUsd: 5 }
  const { demo } = service
  const response = await service.program('POST /api/receipts', { body: { id, ...bill, ...fields } })
  expect(response.status).toBe(201)
  const query = await readLinkQuery(service.program, id)
  const pageUrl = `${demo.baseUrl}/portal/${id}${query}`
  const opened = await openPage(browser, { mayReach })
  const { page, consoleLines } = opened
  await page.context().addCookies([
    { name: 'hidden', value: secret, url: demo.baseUrl, httpOnly: true, sameSite: 'Lax' },
    { name: 'readable', value: secret, url: demo.baseUrl },
  ])
  await page.goto(pageUrl)
  await page.evaluate(
    `for (const storage of [localStorage, sessionStorage]) storage.setItem('secret', '${secret}')`,
  )

  return {
    ...opened,
    id,
    pageUrl,
    frameUrl: `${demo.baseUrl}/portal/${id}/success-frame${query}`,
    pay: () => markPaid(service, id),
    waitForMessage: (text) =>
      vi.waitFor(() => expect(consoleLines.join('\n')).toContain(text), patience),
    waitForFrameRemoval: () => vi.waitFor(() => expect(page.frames()).toHaveLength(1), patience),
  }
}

/** Expects that page, cookies and storage are unchanged and no window was opened. */
export async function expectUntouched({ page, pageUrl }: Visit): Promise<void> {
  expect(page.url()).toBe(pageUrl)
  expect(await page.locator('main').innerText()).toMatch(/Your payment was recorded/)
  expect(page.context().pages()).toHaveLength(1)
  const { cookies, origins } = await page.context().storageState()
  const cookiePairs = cookies.map(({ name, value }) => [name, value])
  expect(cookiePairs.toSorted()).toEqual([
    ['hidden', secret],
    ['readable', secret],
  ])
  expect(origins[0]?.localStorage).toContainEqual({ name: 'secret', value: secret })
}
