import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '../../../../test/fixtures/servers/event-listener.js'
import type { PortalReceipt } from '../schemas.js'
import { type EventStream, formatEvent, openEventStream } from './event-stream.js'

/** More than fits the socket buffer. */
const large = (status: string) =>
  ({ status, lineItems: [{ label: status + 'x'.repeat(100_000) }] }) as unknown as PortalReceipt

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts a server whose responses are streams. Returns the next stream and whether it has closed. */
async function serve(keepAliveMs: number) {
  const closed: string[] = []
  let opened: (stream: EventStream) => void = () => {}
  const stream = new Promise<EventStream>((resolve) => {
    opened = resolve
  })
  const made = createServer((_request, response) => {
    const onClose = () => closed.push('closed')
    opened(openEventStream(response, { lastId: null, keepAliveMs, onClose }))
    response.write(':\n\n')
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  const { port } = made.address() as { port: number }
  return { stream, port, closed }
}

describe('openEventStream', () => {
  test('behavior: sends a slow client only the latest receipt', async () => {
    const { stream, port } = await serve(60_000)
    const listener = await listen(`http://127.0.0.1:${port}`)
    const { send } = await stream
    for (const status of ['first', 'second', 'third', 'fourth']) send(large(status))
    await listener.until(2)
    expect(listener.events.map(({ data }) => data['status'])).toEqual(['first', 'fourth'])
  })

  test('behavior: disconnects a client that reads nothing', async () => {
    const { stream, port, closed } = await serve(50)
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const { send } = await stream
    for (let count = 0; closed.length === 0; count += 1) {
      send(large(String(count)))
      await nextTurn()
    }
    expect(closed).toEqual(['closed'])
    socket.destroy()
  })

  test('behavior: sends nothing after the end', async () => {
    const { stream, port, closed } = await serve(60_000)
    const listener = await listen(`http://127.0.0.1:${port}`)
    const opened = await stream
    opened.end()
    opened.send(large('late'))
    await listener.ended
    expect(listener.events).toEqual([])
    expect(closed).toEqual(['closed'])
  })
})

const shown = (fields: Record<string, unknown>) => fields as PortalReceipt

describe('formatEvent', () => {
  test('default', () => {
    const { id, text } = formatEvent(shown({ receiptId: 'r-1' }), null)
    expect(id).toMatch(/^[\w-]{16}$/)
    expect(text).toBe(`event: receipt\nid: ${id}\ndata: {"receiptId":"r-1"}\n\n`)
  })

  test('behavior: a later event has only what changed', () => {
    const [before, after] = [{ status: 'pending' }, { status: 'paid' }].map((fields) =>
      shown({ receiptId: 'r-1', ...fields }),
    )
    if (!before || !after) throw new Error('there are two receipts')
    const { id, text } = formatEvent(after, before)
    expect(id).toBe(formatEvent(after, null).id)
    expect(text).toBe(`event: change\nid: ${id}\ndata: {"status":"paid"}\n\n`)
  })

  test('behavior: any content is one event and parses back', () => {
    const label = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n\ndata: {}', '\r\n', '\u2028', ': ', 'event: other\n\n'),
    )
    fc.assert(
      fc.property(label, (brandName) => {
        const { id, text } = formatEvent(shown({ brandName }), null)
        const lines = text.slice(0, -2).split(/\r\n|\r|\n/)
        expect(text.endsWith('\n\n')).toBe(true)
        expect(lines).toHaveLength(3)
        expect(lines[1]).toBe(`id: ${id}`)
        expect(JSON.parse(lines[2]?.slice('data: '.length) ?? '')).toEqual({ brandName })
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: equal receipts have equal ids', () => {
    const one = formatEvent(shown({ status: 'pending' }), null)
    expect(formatEvent(shown({ status: 'pending' }), null).id).toBe(one.id)
    expect(formatEvent(shown({ status: 'paid' }), null).id).not.toBe(one.id)
  })
})
