import { describe, expect, test } from 'vitest'
import { errorOf, makeReceipt, unique, useService } from '../helpers/client.js'
import { addWebhook, bodyOf, setStatus, useMerchantServer } from '../helpers/merchant-server.js'
import { readEventStream } from '../helpers/read-event-stream.js'

type Events = { events: { id: string }[]; nextCursor: string }

const service = useService()
const server = useMerchantServer()

describe('events', () => {
  /** Makes a merchant with three events. */
  async function makeEvents() {
    const { send, headers } = await service.newMerchant()
    const { url } = await addWebhook(send, { url: server.at(`/${unique('shop')}`) })
    const receiptId = await makeReceipt(send)
    const statuses = ['link_opened', 'buyer_logged_in', 'checkout_initialized']
    for (const status of statuses) await setStatus(send, { receiptId, status })
    const deliveries = await server.receive(new URL(url).pathname, 3)
    return { send, headers, receiptId, statuses, deliveries }
  }

  test('behavior: GET /api/events returns pages of events with the ids and bodies of the webhooks', async () => {
    const { send, deliveries } = await makeEvents()
    const read = async (query: string) => (await send<Events>(`GET /api/events${query}`)).body
    const first = await read('?limit=2')
    const second = await read(`?limit=2&after=${first.nextCursor}`)
    const events = [...first.events, ...second.events]
    expect(first.events).toHaveLength(2)
    expect(events).toEqual(
      deliveries.map((delivery) => ({
        id: delivery.headers['webhook-id'],
        createdAt: bodyOf(delivery)['timestamp'],
        ...bodyOf(delivery),
      })),
    )
    const { nextCursor } = second
    expect(await read(`?after=${nextCursor}`)).toEqual({ events: [], nextCursor })
    expect((await read('')).events).toEqual(events)
    const others = await (await service.newMerchant()).send<Events>('GET /api/events')
    expect(others.body).toEqual({ events: [], nextCursor: '0' })
    expect(errorOf(await send('GET /api/events?after=yesterday'))).toBe('400 invalid_input')
  })

  test('behavior: GET /api/events/stream sends events live and resumes after the last event id', async () => {
    const { send, headers, receiptId, statuses, deliveries } = await makeEvents()
    const url = `${service.origin}/api/events/stream`
    const past = await readEventStream(`${url}?after=0`, { headers, count: 3 })
    expect(past.map(({ event }) => event)).toEqual(statuses.map(() => 'receipt.status_updated'))
    expect(past.map(({ data }) => data['status'])).toEqual(statuses)
    expect(past.map(({ data }) => data['id'])).toEqual(
      deliveries.map((delivery) => delivery.headers['webhook-id']),
    )

    const resumed = { ...headers, 'last-event-id': past[0]?.id ?? '' }
    const rest = await readEventStream(url, { headers: resumed, count: 2 })
    expect(rest).toEqual(past.slice(1))

    const after = { ...headers, 'last-event-id': past[2]?.id ?? '' }
    const live = readEventStream(url, { headers: after, count: 1 })
    await setStatus(send, { receiptId, status: 'link_opened' })
    expect((await live)[0]?.data).toMatchObject({ receiptId, status: 'link_opened' })
  })
})
