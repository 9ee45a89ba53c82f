import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/fixtures/servers/receiver.js'
import { createAgent } from './create-agent.js'
import { exchange } from './exchange.js'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

describe('createAgent', () => {
  test.each([
    [0, 0],
    [2, 2],
    [9, 4],
  ])('behavior: with a limit of %i idle connections keeps %i of four', async (room, kept) => {
    const limits = { socketsPerHost: 8, idleMs: 60_000, idleSockets: room }
    const agent = createAgent('http:', { isAllowed: () => true, ...limits })
    const postAs = (name: string) => {
      const at = { host: '127.0.0.2', port: receiver.port, servername: name }
      const options = { ...at, method: 'POST', headers: ['host', name] }
      return exchange({ agent, options, body: '', timeoutMs: 5_000 })
    }
    const all = () => Promise.all(['a', 'b', 'c', 'd'].map(postAs))
    const before = receiver.sockets.length

    expect((await all()).map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200])
    await all()
    expect(receiver.sockets).toHaveLength(before + 8 - kept)
    agent.destroy()
  })
})
