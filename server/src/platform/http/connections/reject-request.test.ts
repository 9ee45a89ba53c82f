import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecordingLog } from '../../../../test/harness.js'
import { testConfig } from '../../../../test/test-config.js'
import { createMetrics } from '../../metrics.js'
import { createHttpServer } from '../create-http-server.js'

const { log: rootLog } = createRecordingLog()
const { server } = createHttpServer({ config: testConfig(), rootLog, metrics: createMetrics() })
let port = 0
beforeAll(async () => {
  server.post('/echo', async (request) => request.body)
  server.get('/fine', async () => ({ ok: true }))
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as { port: number }).port
  server.server.requestTimeout = 300
  server.server.headersTimeout = 300
})
afterAll(() => server.close())

const countConnections = () =>
  new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))

const head = 'POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

/** Sends text on a connection that the client never closes. Returns everything that it receives. */
function send(text: string): { received: () => string; end: () => void } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  socket.write(text)
  return { received: () => received, end: () => socket.destroy() }
}

describe('rejectBrokenRequest', () => {
  test.each([
    ['a body that does not arrive', `${head}content-length: 100\r\n\r\n{`, 408],
    ['headers that do not arrive', 'GET /fine HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 408],
    ['text that is not HTTP', 'HELO\r\n\r\n', 400],
    [
      'a second request that does not arrive',
      'GET /fine HTTP/1.1\r\nhost: localhost\r\n\r\nGET /fine HTTP/1.1\r\n',
      200,
    ],
  ])(
    'behavior: closes the connection of %s, although the client does not',
    { tags: 'slow' },
    async (_, text, status) => {
      const client = send(text)
      await expect.poll(client.received).toContain(`HTTP/1.1 ${status}`)
      await expect.poll(countConnections).toBe(0)
      client.end()
    },
  )
})
