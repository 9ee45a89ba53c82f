import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { payAsTestBuyer } from './pay-as-test-buyer.js'
import { readPdfText } from './read-pdf-text.js'
import { seeInTimeline } from './see-in-timeline.js'

const service = useService()

/** Everything a caller says with a receipt that is nobody else's business, each with a word of its own. */
const secrets = {
  ...{ billingFirstName: 'Quillfirst', billingLastName: 'Quilllast', billingPhone: '+1 555 0142' },
  ...{ billingEmail: 'quill@mail.example', onrampEmail: 'onramp-quill@mail.example' },
  ...{ billingAddressLine1: '1 Quillstreet', billingAddressLine2: 'Quillflat' },
  ...{ billingAddressCity: 'Quilltown', billingAddressState: 'Quillstate' },
  ...{ billingAddressPostalCode: 'QL4 2ZZ', transactionId: 'quill-reference' },
  metadata: { quillKey: 'quill-value' },
  webhook_url: 'https://hooks.example/quill-webhook',
  redirect_url: 'https://shop.example/quill-redirect',
}
const afterwards = 'https://shop.example/quill-success'
const words = ['quill', '555 0142', 'QL4 2ZZ', 'mail.example', 'hooks.example']

describe('what a buyer gets to see', () => {
  test('default: nothing of what the merchant said in confidence, before and after the payment', async () => {
    const receiptId = await makeReceipt(service.program, { ...secrets, onSuccess: afterwards })
    for (const [name, text] of Object.entries(await readEverything(receiptId))) {
      expect(text, name).toContain(name === 'qr.svg' ? '<svg' : 'Lunch')
      expect(leaksOf(text), name).toEqual([])
    }

    const body = { receiptId, scenario: 'exact' }
    expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
    const { anyone } = service
    const path = `GET /api/portal/${receiptId}`
    const onSuccess = async () => (await anyone<{ onSuccess: unknown }>(path)).body.onSuccess
    await expect
      .poll(onSuccess, { timeout: 60_000, interval: 200 })
      .toEqual({ kind: 'url', url: afterwards })
    for (const [name, text] of Object.entries(await readEverything(receiptId))) {
      expect(leaksOf(text.replaceAll(afterwards, '')), `${name}, paid`).toEqual([])
    }
  })

  test('behavior: nor does the frame of a script after the payment', async () => {
    const onSuccess = "console.log('thanks')"
    const receiptId = await makeReceipt(service.program, { ...secrets, onSuccess })
    await payAsTestBuyer(service, { id: receiptId })
    await seeInTimeline(service.program, { id: receiptId, status: 'paid' })
    const frame = await fetch(`${service.demo.baseUrl}/portal/${receiptId}/success-frame`)
    const html = await frame.text()
    const held = [...html.matchAll(/data-\w+="([^"]*)"/g)].map(([, value = '']) =>
      Buffer.from(value, 'base64').toString('utf8'),
    )
    const text = [html, ...held].join('\n')
    expect(text).toContain(onSuccess)
    expect(text).toContain(receiptId)
    expect(leaksOf(text)).toEqual([])
  })
})

function leaksOf(text: string): string[] {
  return words.filter((word) => text.toLowerCase().includes(word.toLowerCase()))
}

/** All that is sent to whoever has the payment link. */
async function readEverything(receiptId: string): Promise<Record<string, string>> {
  const { baseUrl, merchantWallet } = service.demo
  const query = `?recipient=${merchantWallet}`
  const load = (path: string) => fetch(`${baseUrl}${path}${query}`)
  const api = `/api/portal/${receiptId}`
  const pdf = await load(`${api}/receipt.pdf`)
  return {
    page: await (await load(`/portal/${receiptId}`)).text(),
    answer: await (await load(api)).text(),
    events: await readFirstEvent(`${baseUrl}${api}/events${query}`),
    'qr.svg': await (await load(`${api}/qr.svg`)).text(),
    'receipt.pdf': readPdfText(Buffer.from(await pdf.arrayBuffer())),
  }
}

/** As it was sent, with everything around it. */
async function readFirstEvent(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += part
    if (text.includes('data: ') && text.endsWith('\n\n')) break
  }
  return text
}
