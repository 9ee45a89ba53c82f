import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTarget } from './fuzz/fuzz.js'

let running: Awaited<ReturnType<typeof startTarget>>
beforeAll(async () => {
  running = await startTarget({ people: 1 })
})
afterAll(() => running.app.close())

/**
 * Sends `start`, then `byte` every second until the server closes the socket. Returns the response
 * and its time.
 */
function drip(start: string, byte: string): Promise<{ response: string; seconds: number }> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let response = ''
    const socket = connect(running.target.port, '127.0.0.1', () => socket.write(start))
    const timer = setInterval(() => socket.writable && socket.write(byte), 1_000)
    socket.setEncoding('utf8').on('data', (chunk) => {
      response += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ response, seconds: (performance.now() - startedAt) / 1_000 })
    })
  })
}

const head = (line: string) =>
  `${line} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${running.target.apiKey}\r\n`
const json = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n'

describe('a request that never ends', () => {
  test.concurrent.each([
    ['endless headers', () => [head('GET /healthz'), 'x: y\r\n'], 408],
    ['a slow body', () => [head('POST /api/fuzz') + json, ' '], 408],
    ['a slow body with a wrong method', () => [head('POST /healthz') + json, ' '], 405],
  ] as const)(
    'behavior: returns one response and closes the socket within 33 s: %s',
    async (_name, send, status) => {
      const [start = '', byte = ''] = send()
      const { response, seconds } = await drip(start, byte)
      expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
      expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toHaveProperty('error')
      expect(seconds).toBeLessThan(33)
    },
  )
})
