import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createPace } from './pace.js'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Far more than a client sends in advance. Each waiting request takes a few kilobytes. */
const maxWaiting = 16
/** Waiting requests of all connections that begin in one turn of the event loop. */
const maxPerTurn = 16

/**
 * Handles the requests of a connection one after another. Node hands over all requests that a
 * client has sent in advance, although their responses are sent in order: a client could cause any
 * number of large responses that it never reads. A connection with too many waiting requests is
 * closed. Call it when the server has its handler.
 */
export function handleInSequence(server: Server): void {
  const handlers = server.listeners('request') as Handle[]
  const queueLengths = new WeakMap<Socket, number>()
  const pace = createPace(maxPerTurn)

  const run: Handle = (request, response) => {
    for (const handle of handlers) handle.call(server, request, response)
  }

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // A response gets the connection when the response before it is complete.
    if (response.socket) {
      run(request, response)
      return
    }
    const { socket } = request
    const count = (queueLengths.get(socket) ?? 0) + 1
    if (count > maxWaiting) {
      socket.destroy()
      return
    }
    queueLengths.set(socket, count)
    response.once('socket', () => {
      queueLengths.set(socket, (queueLengths.get(socket) ?? 1) - 1)
      pace.run(1, () => {
        if (!socket.destroyed) run(request, response)
      })
    })
  })
}
