import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets a server end although somebody holds connections that have never said anything: browsers and balancers open
 * them ahead of need, and Node counts such a one as busy. Returns what drops them.
 */
export function trackSilentConnections(server: Pick<Server, 'on'>): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) {
      if (socket.bytesRead === 0) socket.destroy()
    }
  }
}
