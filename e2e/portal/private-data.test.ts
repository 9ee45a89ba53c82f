import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { makeReceipt, useService } from '../helpers/client.js'
import { payAsTestBuyer } from '../helpers/portal/pay-as-test-buyer.js'
import { readLinkQuery } from '../helpers/portal/read-link-query.js'
import { readPdfText } from '../helpers/portal/read-pdf-text.js'
import { waitForTimelineEntry } from '../helpers/portal/timeline.js'

const service = useService()

/** Private fields of a receipt, each with a recognizable value. */
const secrets = {
  billingFirstName: 'Quillfirst',
  billingLastName: 'Quilllast',
  billingPhone: '+1 555 0142',
  billingEmail: 'quill@mail.example',
  onrampEmail: 'onramp-quill@mail.example',
  billingAddressLine1: '1 Quillstreet',
  billingAddressLine2: 'Quillflat',
  billingAddressCity: 'Quilltown',
  billingAddressState: 'Quillstate',
  billingAddressPostalCode: 'QL4 2ZZ',
  transactionId: 'quill-reference',
  metadata: { quillKey: 'quill-value' },
  webhook_url: 'https://hooks.example/quill-webhook',
  redirect_url: 'https://shop.example/quill-redirect',
}
const successUrl = 'https://shop.example/quill-success'
const privateTexts = ['quill', '555 0142', 'QL4 2ZZ', 'mail.example', 'hooks.example']

describe('private data on the payment page', () => {
  test('default: is never sent to a buyer, before or after the payment', async () => {
    const receiptId = await makeReceipt(service.program, { ...secrets, onSuccess: successUrl })
    for (const [name, text] of Object.entries(await readResponses(receiptId))) {
      expect(text, name).toContain(name === 'qr.svg' ? '<svg' : 'Lunch')
      expect(findLeaks(text), name).toEqual([])
    }

    const body = { receiptId, scenario: 'exact' }
    expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
    const { anyone } = service
    const path = `GET /api/portal/${receiptId}${await readLinkQuery(service.program, receiptId)}`
    const onSuccess = async () => (await anyone<{ onSuccess: unknown }>(path)).body.onSuccess
    await expect
      .poll(onSuccess, { timeout: 60_000, interval: 200 })
      .toEqual({ kind: 'url', url: successUrl })
    for (const [name, text] of Object.entries(await readResponses(receiptId))) {
      expect(findLeaks(text.replaceAll(successUrl, '')), `${name}, paid`).toEqual([])
    }
  })

  test('behavior: is not in the frame of a script after the payment', async () => {
    const onSuccess = "console.log('thanks')"
    const receiptId = await makeReceipt(service.program, { ...secrets, onSuccess })
    await payAsTestBuyer(service, { id: receiptId })
    await waitForTimelineEntry(service.program, { id: receiptId, status: 'paid' })
    const query = await readLinkQuery(service.program, receiptId)
    const frame = await fetch(`${service.demo.baseUrl}/portal/${receiptId}/success-frame${query}`)
    const html = await frame.text()
    const embedded = [...html.matchAll(/data-\w+="([^"]*)"/g)].map(([, value = '']) =>
      Buffer.from(value, 'base64').toString('utf8'),
    )
    const text = [html, ...embedded].join('\n')
    expect(text).toContain(onSuccess)
    expect(text).toContain(receiptId)
    expect(findLeaks(text)).toEqual([])
  })
})

function findLeaks(text: string): string[] {
  return privateTexts.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))
}

/** Returns every response that a payment link gives access to. */
async function readResponses(receiptId: string): Promise<Record<string, string>> {
  const { baseUrl } = service.demo
  const query = await readLinkQuery(service.program, receiptId)
  const load = (path: string) => fetch(`${baseUrl}${path}${query}`)
  const api = `/api/portal/${receiptId}`
  const pdf = await load(`${api}/receipt.pdf`)
  return {
    page: await (await load(`/portal/${receiptId}`)).text(),
    api: await (await load(api)).text(),
    events: await readFirstEvent(`${baseUrl}${api}/events${query}`),
    'qr.svg': await (await load(`${api}/qr.svg`)).text(),
    'receipt.pdf': readPdfText(Buffer.from(await pdf.arrayBuffer())),
  }
}

/** Reads the first event with its framing. */
async function readFirstEvent(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += part
    if (text.includes('data: ') && text.endsWith('\n\n')) break
  }
  return text
}
