import { expect } from 'vitest'
import { makeItem, type Seller, type Service } from '../client.js'

/** The PIN of every cashier of the tests. */
export const pin = '2580'

const allRights = [
  'sell',
  'discount',
  'refund',
  'record_cash',
  'see_own_sales',
  'see_all_sales',
  'close_day',
] as const

export type Till = {
  seller: Seller
  register: { id: string; code: string }
  cashiers: Record<'Ada' | 'Grace', string>
}

/** Makes a shop with a register, two cashiers with every right and a few items. */
export async function makeTill(service: Pick<Service, 'newSeller'>): Promise<Till> {
  const seller = await service.newSeller()
  const create = async <Body>(path: string, body: object, status = 201): Promise<Body> => {
    const response = await seller.send<Body>(`POST ${path}`, { body })
    expect([path, response.status]).toEqual([path, status])
    return response.body
  }
  const pricing = { ratePins: { EUR: 1.0837 } }
  const config = { tax: { defaultJurisdictionCode: 'US-CA' }, pricing }
  await create('/api/shop/config', config, 200)
  const { register } = await create<{ register: Till['register'] }>('/api/registers', {
    name: 'Front counter',
    tipPresets: [10, 15, 20],
    footer: 'Thank you for your visit.',
  })
  const cashier = async (name: string) => {
    const body = { name, pin, rights: allRights }
    return (await create<{ cashier: { id: string } }>('/api/cashiers', body)).cashier.id
  }
  const cashiers = { Ada: await cashier('Ada'), Grace: await cashier('Grace') }
  await makeItem(seller.send, { sku: 'TEA', name: 'Green tea', priceUsd: 4.25, category: 'Drinks' })
  await makeItem(seller.send, { sku: 'GIFT', name: 'Gift card', priceUsd: 0, category: 'Other' })
  const mug = { name: 'Mug', category: 'Cups', attributes: { ean: '4006381333931' } }
  await makeItem(seller.send, { ...mug, sku: 'MUG', priceUsd: 18.5 })
  const tumbler = { name: 'Tumbler', category: 'Cups', priceUsd: 38 }
  await makeItem(seller.send, { ...tumbler, sku: 'TUM' })
  for (const size of ['Small', 'Large']) {
    const variant = { sku: `TUM-${size}`, parentSku: 'TUM', options: { Size: size } }
    await makeItem(seller.send, { ...tumbler, ...variant })
  }
  return { seller, register, cashiers }
}

/** Creates the code that pairs one device. */
export async function makePairingCode(
  { seller, register }: Till,
  kind: 'register' | 'display' = 'register',
): Promise<string> {
  const body = { registerId: register.id, kind }
  const response = await seller.send<{ code: string }>('POST /api/devices/pairings', { body })
  expect(response.status).toBe(201)
  return response.body.code
}

type Sold = {
  receiptId: string
  status: string
  totalUsd: number
  total?: number
  currency: string
  marked: boolean
  soldBy: string
}

/** Lists all receipts of the shop, newest first. */
export async function listSales({ seller }: Till): Promise<Sold[]> {
  type Page = { receipts: Sold[]; nextCursor: string | null }
  const sales: Sold[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const response = await seller.send<Page>(`GET /api/receipts?limit=200${after}`)
    expect(response.status).toBe(200)
    sales.push(...response.body.receipts)
    cursor = response.body.nextCursor
  }
  return sales
}

/** Pays the newest sale as the test buyer. */
export async function payNewestSale(till: Till, scenario = 'exact'): Promise<void> {
  const [newest] = await listSales(till)
  const body = { receiptId: newest?.receiptId, scenario }
  const paid = await till.seller.program('POST /api/sandbox/pay', { body })
  expect([paid.status, paid.body]).toMatchObject([200, {}])
}
