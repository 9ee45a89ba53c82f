import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { handleInSequence } from './handle-in-sequence.js'

/** More than the buffers of the system take on behalf of a client that does not read. */
const large = Buffer.alloc(16_000_000, 'x')

let server: Server
let socket: Socket
/** The paths of handled requests. */
const handled: string[] = []

beforeEach(async () => {
  handled.length = 0
  server = createServer((request, response) => {
    handled.push(request.url ?? '')
    // Later requests have faster responses.
    if (request.url === '/0') setTimeout(() => response.end('0 '), 20)
    else if (request.url === '/large') response.end(large)
    else request.resume().once('end', () => response.end(`${request.url?.slice(1)} `))
  })
  handleInSequence(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
})
afterEach(async () => {
  socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

describe('handleInSequence', () => {
  test('default: requests sent in advance get their responses in order', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}`)
    const post = 'POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nbody'
    const last = get('/last', 'connection: close\r\n')
    socket.write(`${paths.map((path) => get(path)).join('')}${post}${last}`)
    const bodies = (await text(socket)).match(/^\w+ /gm)
    expect(bodies?.filter((body) => body !== 'HTTP ')).toEqual([
      ...paths.map((path) => `${path.slice(1)} `),
      'body ',
      'last ',
    ])
  })

  test('behavior: handles the next request when the client has read the response before it', async () => {
    socket.pause()
    socket.write(get('/large').repeat(4) + get('/small'))
    await expect.poll(() => handled).toEqual(['/large'])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(handled).toEqual(['/large'])
    socket.resume()
    await expect.poll(() => handled.length).toBe(5)
  })

  test('behavior: closes a connection with too many waiting requests', async () => {
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    socket.write(get('/0').repeat(40))
    await closed
    expect(handled.length).toBeLessThanOrEqual(1)
  })

  test('behavior: requests over an open connection, one after another, are not limited', async () => {
    const ended = new Promise<number>((resolve) => {
      let count = 0
      socket.on('data', () => {
        count += 1
        if (count === 40) resolve(count)
        else socket.write(get('/next'))
      })
      socket.write(get('/next'))
    })
    expect(await ended).toBe(40)
  })
})
