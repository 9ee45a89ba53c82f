import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PortalReceipt } from '@tallystick/sdk'
import type { BrowserContext } from 'playwright-core'

export type EventFeed = {
  /** The origin that serves the streams. */
  origin: string
  /** Redirects the event streams of a context to this feed. */
  intercept(context: BrowserContext): Promise<unknown>
  /** Sends the receipt to the page as an event. */
  send(receipt: PortalReceipt): void
  /** Closes the streams and refuses new ones. */
  disconnect(): void
  close(): Promise<void>
}

/**
 * Serves event streams in place of the service, so that a test can show states that are short-lived
 * or take an hour to reach. The service still handles every other request.
 */
export async function startEventFeed(): Promise<EventFeed> {
  const streams = new Set<ServerResponse>()
  let last = ''
  let isDisconnected = false
  const server = createServer((_request, response) => {
    if (isDisconnected) {
      response.destroy()
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    // Repeats the last event, which may have been sent before the page connected.
    response.write(`: connected\n\n${last}`)
    streams.add(response)
    response.on('close', () => streams.delete(response))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    origin,
    // The page's CSP still sees its own host.
    intercept: (context) =>
      context.route(/\/api\/portal\/[^/]+\/events/, (route) =>
        route.continue({ url: `${origin}/` }),
      ),
    send(receipt) {
      last = `event: receipt\nid: fed\ndata: ${JSON.stringify(receipt)}\n\n`
      for (const stream of streams) stream.write(last)
    },
    disconnect() {
      isDisconnected = true
      for (const stream of streams) stream.destroy()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
