// @module-tag slow
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useOwnService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { waitForStatus } from '../helpers/portal/page-actions.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { readTimeline, waitForFailure, waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits, type Visit } from '../helpers/portal/visit-portal.js'
import { type Receiver, startReceiver } from '../helpers/receiver.js'
import { projectDir } from '../helpers/tallystick.js'

/** Its clock is advanced. */
const service = useOwnService({ SANDBOX_CHAIN: 'on' })
const visit = useVisits(service)
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver?.close())

type Failure = { category: string; code: string; reason: string; action: string; buyer: string }

/** Codes after which the page offers no card. */
const finalCodes = [
  'PORTAL_PAY_FRAUD_BLOCKED',
  'PORTAL_KYC_SANCTIONS_BLOCKED',
  'PORTAL_KYC_UNDERAGE',
  'PORTAL_REGION_UNSUPPORTED',
  'PORTAL_LIMIT_AMOUNT_ABOVE_MAX',
  'PORTAL_LIMIT_AMOUNT_BELOW_MIN',
]
const documentCodes = [
  'PORTAL_KYC_REQUIRED',
  'PORTAL_KYC_STEP_UP_REQUIRED',
  'PORTAL_KYC_DOC_REQUIRED',
  'PORTAL_KYC_DOC_UNREADABLE',
]
/** Forbids every way to pay. */
const blockingCode = 'PORTAL_KYC_SANCTIONS_BLOCKED'

/** Receipts whose card payment failed, by code. */
const ids = new Map<string, string>()
const failures = readFailures().filter(({ category }) =>
  ['card_decline', 'compliance', 'limits'].includes(category),
)

describe('a card payment, as buyer and merchant see it', () => {
  test('default: there are 20 failures', () => {
    expect(failures).toHaveLength(20)
  })

  test.concurrent('default: success', async () => {
    const { visited, path } = await open('success')
    const tab = await play(visited, 'success')
    await tab.getByText('You can close this tab.').waitFor()
    await waitForStatus(visited.page, 'Paid')
    const statuses = await statusesAt(path, 'paid')
    expect(statuses).not.toContain('failed')
    const { id } = visited
    const { body } = await service.program(`GET /api/receipts/status?receiptId=${id}`)
    expect(body).toMatchObject({ status: expect.stringMatching(/^(paid|completed|reconciled)$/) })
    const entries = (await readTimeline(service.program, id)).map(({ status }) => status)
    expect(entries).toEqual(expect.arrayContaining(['card_delivered', 'paid']))
    await visited.close()
  })

  test.concurrent.each(failures)('behavior: the buyer sees $code', async (failure) => {
    const { code, buyer } = failure
    const { visited } = await open(code)
    const { page, id } = visited
    ids.set(code, id)
    const tab = await play(visited, code)

    const status = page.locator('.status')
    await status.getByText(`${buyer} Nothing was charged.`).waitFor()
    expect(await status.locator('.pill').innerText()).toBe(wordOf(failure))
    const isFinal = finalCodes.includes(code)
    expect(await page.locator('.card-payment').count()).toBe(isFinal ? 0 : 1)
    expect(await page.locator('.pay').count()).toBe(code === blockingCode ? 0 : 1)
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await listOverflows(page), `${width} px`).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await takeScreenshot(page, `${code}-${width}-${colorScheme}`)
      }
    }
    await tab.close()
    const seen = fieldsOf(failure)
    await waitForTimelineEntry(service.program, { id, status: 'attempt_failed', ...seen })
    await visited.close()
  })

  test('behavior: the merchant sees each in status, timeline and webhook', async () => {
    // No other attempt follows.
    const body = { advanceMs: 11 * 60_000 }
    expect((await service.program('POST /api/sandbox/clock', { body })).status).toBe(200)
    for (const failure of failures) {
      const { code } = failure
      const id = ids.get(code) ?? ''
      await waitForFailure(service.program, { id, failureCode: code })
      const seen = fieldsOf(failure)
      const { body } = await service.program(`GET /api/receipts/status?receiptId=${id}`)
      expect(body).toMatchObject(seen)
      const timeline = await readTimeline(service.program, id)
      const attempt = { status: 'attempt_failed', by: 'onramp', ...seen }
      expect(timeline).toContainEqual(expect.objectContaining(attempt))
      expect(timeline).toContainEqual(expect.objectContaining({ status: 'failed', ...seen }))
      await statusesAt(`/${code}`, 'failed')
      const sent = { receiptId: id, status: 'failed', ...seen }
      expect(bodiesAt(`/${code}`).at(-1)).toMatchObject(sent)
    }
  })
})

/** Opens the payment page of a receipt whose webhooks arrive at a path of the receiver. */
async function open(name: string): Promise<{ visited: Visit; path: string }> {
  const path = `/${name}`
  const visited = await visit({ receipt: { webhook_url: `${receiver.url}${path}` } })
  return { visited, path }
}

/** Plays a result on the provider's page, which opens in a new tab. */
async function play({ page }: Visit, result: string): Promise<Visit['page']> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Pay $25.00 by card' }).click()
  const tab = await opening
  await tab.getByLabel('Result').selectOption(result)
  await tab.getByRole('button', { name: /^Pay \$/ }).click()
  return tab
}

function bodiesAt(path: string): Record<string, unknown>[] {
  return receiver.received
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString('utf8')))
}

/** Waits for a webhook with a status, and returns those of all webhooks. */
async function statusesAt(path: string, status: string): Promise<unknown[]> {
  const statuses = () => bodiesAt(path).map((body) => body['status'])
  await expect.poll(statuses, { timeout: 60_000 }).toContain(status)
  return statuses()
}

function wordOf({ category, code }: Failure): string {
  if (documentCodes.includes(code)) return 'Documents needed'
  return category === 'card_decline' && !finalCodes.includes(code)
    ? 'Card declined'
    : 'Not paid yet'
}

function fieldsOf({ code, category, reason, action }: Failure) {
  return {
    failureCode: code,
    failureCategory: category,
    failureReason: reason,
    failureAction: action,
  }
}

/** Reads the published failure codes with their texts. */
function readFailures(): Failure[] {
  const page = readFileSync(join(projectDir, 'docs', 'failures.md'), 'utf8')
  return page.split(/^## /m).flatMap((section) => {
    const [, category = ''] = /^`(\w+)`/.exec(section) ?? []
    const rows = section.matchAll(/^\| `(PORTAL_\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm)
    return Array.from(rows, ([, code = '', reason = '', action = '', buyer = '']) => ({
      category,
      code,
      reason,
      action,
      buyer,
    }))
  })
}
