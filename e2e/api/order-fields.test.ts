import { describe, expect, test } from 'vitest'
import {
  errorOf,
  makeItem,
  placeOrder,
  type Receipt,
  unique,
  useService,
} from '../helpers/client.js'

const service = useService()

const get = async (id: string) => (await service.program<Receipt>(`GET /api/receipts/${id}`)).body

describe('fields of POST /api/orders', () => {
  test('behavior: stores URLs under their snake_case and camelCase names', async () => {
    const urls = ['https://a.example/r', 'https://b.example/r', 'https://c.example/w']
    const [redirectUrl, returnUrl, webhookUrl] = urls
    const snake = { redirect_url: redirectUrl, return_url: returnUrl, webhook_url: webhookUrl }
    const camel = { redirectUrl, returnUrl, webhookUrl }
    const onSuccess = 'console.log("paid")'
    for (const names of [snake, camel]) {
      const { receiptId } = await placeOrder(service.program, { ...names, onSuccess })
      expect(await get(receiptId)).toMatchObject({ ...camel, onSuccess })
    }
  })

  test.each(['billing', 'customer'])(
    'behavior: accepts billing details in fields that begin with %s',
    async (who) => {
      const { receiptId } = await placeOrder(service.program, {
        [`${who}FirstName`]: 'Ada',
        [`${who}LastName`]: 'Byron',
        [`${who}Phone`]: '+44 1',
        [`${who}Email`]: 'ada@example.com',
        [`${who}AddressLine1`]: '1 Main St',
        [`${who}AddressLine2`]: 'Flat 2',
        [`${who}AddressCity`]: 'Fresno',
        [`${who}AddressState`]: 'CA',
        [`${who}AddressPostalCode`]: '93650',
        [`${who}AddressCountry`]: 'US',
        onrampEmail: 'card@example.com',
      })
      const receipt = await get(receiptId)
      expect(receipt['billingAddress']).toEqual({
        firstName: 'Ada',
        lastName: 'Byron',
        phone: '+44 1',
        email: 'ada@example.com',
        line1: '1 Main St',
        line2: 'Flat 2',
        city: 'Fresno',
        state: 'CA',
        zip: '93650',
        country: 'US',
      })
      expect(receipt['onrampEmail']).toBe('card@example.com')
    },
  )

  test('behavior: billingAddressZip is an alias of the postal code', async () => {
    const receipt = await placeOrder(service.program, { billingAddressZip: '93650' })
    expect(receipt['billingAddress']).toMatchObject({ zip: '93650' })
  })

  test('behavior: onrampEmail is an alias of the billing email', async () => {
    const receipt = await placeOrder(service.program, { onrampEmail: 'ada@example.com' })
    expect(receipt['billingAddress']).toMatchObject({ email: 'ada@example.com' })
  })

  test.each([
    'transactionId',
    'transaction_id',
    'transactionReference',
    'transaction_reference',
    'orderReference',
    'reference',
    'externalId',
    'orderId',
    'order_id',
  ])('behavior: returns the reference %s as transactionId', async (name) => {
    const reference = unique('order')
    const receipt = await placeOrder(service.program, { [name]: reference })
    expect(receipt['transactionId']).toBe(reference)
  })

  test('error: returns 400 for an unknown jurisdiction even when taxRate overrides it', async () => {
    const terms = { jurisdictionCode: 'XX-NOWHERE', taxRate: 0.1 }
    const { id } = await makeItem(service.program)
    const body = { items: [{ id, qty: 1 }], ...terms }
    const response = await service.program('POST /api/orders', { body })
    expect(errorOf(response)).toBe('400 invalid_input')
  })

  test('behavior: ignores unknown fields and a wallet', async () => {
    const receipt = await placeOrder(service.program, { wallet: 'nonsense', color: 'red' })
    expect(receipt.status).toBe('generated')
  })
})
