import { describe, expect, test } from 'vitest'
import { useService } from '../helpers/client.js'
import { chooseAsset } from './choose-asset.js'
import { loadPortal } from './open-fed-portal.js'
import { payAsTestBuyer } from './pay-as-test-buyer.js'
import { readCode } from './read-code.js'
import { seeStatus } from './see-status.js'
import { useVisits, type Visit } from './visit-portal.js'

const service = useService()
const visit = useVisits(service)

async function readPaymentCode(page: Visit['page'], what: RegExp): Promise<string> {
  return readCode(page.getByRole('img', { name: what }))
}

describe('the codes of the payment page', () => {
  test.concurrent('default: each says what, how much, where and on which chain', async () => {
    const { page, id, close } = await visit()
    const { payment } = await loadPortal(service, id)
    const { depositAddress: to, chainId } = payment
    const { usdc, usdt } = service.demo.chain ?? {}
    const read = async (symbol: string) => {
      await chooseAsset(page, symbol)
      return readPaymentCode(page, new RegExp(`^Payment code: [\\d.]+ ${symbol} on Sandbox$`))
    }
    const eth = payment.options.find(({ symbol }) => symbol === 'ETH')
    const [inUsdt, inEth, inUsdc] = [await read('USDT'), await read('ETH'), await read('USDC')]
    expect(inUsdc).toBe(`ethereum:${usdc}@${chainId}/transfer?address=${to}&uint256=25000000`)
    expect(inUsdt).toBe(`ethereum:${usdt}@${chainId}/transfer?address=${to}&uint256=25000000`)
    expect(inEth).toBe(`ethereum:${to}@${chainId}?value=${eth?.amountUnits}`)
    const uris = payment.options.map(({ uri }) => uri)
    expect(new Set(uris)).toEqual(new Set([inUsdc, inUsdt, inEth]))

    await page.getByRole('tab', { name: 'Phone camera' }).click()
    const link = await readCode(page.getByRole('img', { name: 'Code of this page' }))
    const receipt = await service.program(`GET /api/receipts/${id}`)
    expect(link).toBe(receipt.body['paymentUrl'])
    await close()
  })

  test.concurrent('behavior: half of it is paid, and the next code asks for the rest', async () => {
    const { page, id, close } = await visit()
    const { payment } = await loadPortal(service, id)
    await page.getByRole('button', { name: 'Pay half of it' }).click()
    await seeStatus(page, 'Partly paid')
    const sentence = 'We have received 12.50 USD of 25.00 USD. 12.50 USD still due.'
    await page.getByText(sentence, { exact: true }).waitFor()
    const [usdc] = payment.options
    expect(await readPaymentCode(page, /^Payment code: 12.50 USDC/)).toBe(
      usdc?.uri.replace('uint256=25000000', 'uint256=12500000'),
    )

    await page.getByRole('button', { name: 'Pay as test buyer' }).click()
    await seeStatus(page, 'Paid')
    expect(await page.getByText('more than was due').count()).toBe(0)
    await close()
  })

  test.concurrent('behavior: what was paid too much is told', async () => {
    const { page, id, close } = await visit()
    await payAsTestBuyer(service, { id, scenario: 'over:5' })
    await seeStatus(page, 'Paid')
    await page.getByText('You paid 5.00 USD more than was due.').waitFor()
    await close()
  })
})
