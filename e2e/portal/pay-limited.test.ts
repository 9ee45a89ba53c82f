// @module-tag slow
import { describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { makeBuyer } from '../helpers/portal/make-buyer.js'
import { payWithStubWallet, waitForStatus } from '../helpers/portal/page-actions.js'
import { readQrCode } from '../helpers/portal/read-qr-code.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { waitForTimelineEntry } from '../helpers/portal/timeline.js'
import { useVisits } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)
const returnUrl = 'https://shop.example/orders/private'

describe('the payment page without the signature of its link', () => {
  test('default: a buyer can pay, and sees nothing else', async () => {
    const { merchantWallet, baseUrl } = service.demo
    const query = `?recipient=${merchantWallet}`
    const id = await makeReceipt(service.program, { returnUrl, onSuccess: 'run()' })
    const buyer = await makeBuyer(service.demo)
    const visited = await visit({ id, query, wallets: [buyer] })
    const { page, close, pageErrors, serverErrors } = visited
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await takeScreenshot(page, `limited-${width}`)
    }
    await page.getByText('Scan with another device').click()
    const link = await readQrCode(page.getByRole('img', { name: 'QR code that opens this page' }))
    expect(link).toBe(`${baseUrl}/portal/${id}${query}`)

    await payWithStubWallet(page)
    await waitForStatus(page, 'Paid')
    await takeScreenshot(page, 'limited-paid-1280')
    expect(await page.getByRole('link', { name: /^Return to/ }).count()).toBe(0)
    expect(await page.content()).not.toContain('shop.example')
    expect([...pageErrors, ...serverErrors]).toEqual([])
    await close()
  })

  test('behavior: leaving it does not fail the receipt', async () => {
    const id = await makeReceipt(service.program)
    const page = await visit({ id, query: `?recipient=${service.demo.merchantWallet}` })
    await waitForTimelineEntry(service.program, { id, status: 'link_opened' })
    await page.close()
    const { body } = await service.program<{ status: string }>(`GET /api/receipts/${id}`)
    expect(body.status).toBe('link_opened')
  })
})
