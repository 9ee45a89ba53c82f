import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'
import { fetchPortalReceipt } from '../helpers/portal/open-simulated-portal.js'
import { chooseAsset, waitForStatus } from '../helpers/portal/page-actions.js'
import { payAsTestBuyer } from '../helpers/portal/pay-as-test-buyer.js'
import { readQrCode } from '../helpers/portal/read-qr-code.js'
import { useVisits, type Visit } from '../helpers/portal/visit-portal.js'

const service = useService()
const visit = useVisits(service)

async function readPaymentCode(page: Visit['page'], what: RegExp): Promise<string> {
  return readQrCode(page.getByRole('img', { name: what }))
}

describe('QR codes of the payment page', () => {
  test.concurrent('default: each encodes token, amount, address and chain', async () => {
    const { page, id, close } = await visit()
    const { payment } = await fetchPortalReceipt(service, id)
    const { depositAddress: to, chainId } = payment
    const { usdc, usdt } = service.demo.chain ?? {}
    const read = async (symbol: string) => {
      await chooseAsset(page, symbol)
      return readPaymentCode(page, new RegExp(`^Payment QR code: [\\d.]+ ${symbol} on Sandbox$`))
    }
    const link = await readQrCode(page.getByRole('img', { name: 'QR code that opens this page' }))
    await page.getByRole('button', { name: 'Scan with a wallet app instead' }).click()
    const eth = payment.options.find(({ symbol }) => symbol === 'ETH')
    const [inUsdt, inEth, inUsdc] = [await read('USDT'), await read('ETH'), await read('USDC')]
    expect(inUsdc).toBe(`ethereum:${usdc}@${chainId}/transfer?address=${to}&uint256=25000000`)
    expect(inUsdt).toBe(`ethereum:${usdt}@${chainId}/transfer?address=${to}&uint256=25000000`)
    expect(inEth).toBe(`ethereum:${to}@${chainId}?value=${eth?.amountUnits}`)
    const uris = payment.options.map(({ uri }) => uri)
    expect(new Set(uris)).toEqual(new Set([inUsdc, inUsdt, inEth]))

    const receipt = await service.program(`GET /api/receipts/${id}`)
    expect(link).toBe(receipt.body['paymentUrl'])
    await close()
  })

  test.concurrent('behavior: after half is paid, the code requests the rest', async () => {
    const { page, id, close } = await visit()
    const { payment } = await fetchPortalReceipt(service, id)
    await page.getByRole('button', { name: 'Pay half' }).click()
    await waitForStatus(page, 'Partly paid')
    const text = 'We have received $12.50 of $25.00. $12.50 still due.'
    await page.getByText(text, { exact: true }).waitFor()
    const [usdc] = payment.options
    await page.getByRole('button', { name: 'Scan with a wallet app instead' }).click()
    expect(await readPaymentCode(page, /^Payment QR code: 12.50 USDC/)).toBe(
      usdc?.uri.replace('uint256=25000000', 'uint256=12500000'),
    )

    await page.getByRole('button', { name: 'Pay as test buyer' }).click()
    await waitForStatus(page, 'Paid')
    expect(await page.getByText('overpaid').count()).toBe(0)
    await close()
  })

  test.concurrent('behavior: shows an overpayment', async () => {
    const { page, id, close } = await visit()
    await payAsTestBuyer(service, { id, scenario: 'over:5' })
    await waitForStatus(page, 'Paid')
    await page.getByText('You overpaid by $5.00.').waitFor()
    await close()
  })
})
