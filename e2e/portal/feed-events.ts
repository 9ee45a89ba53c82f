import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PortalReceipt } from '@tallystick/sdk'
import type { BrowserContext } from 'playwright-core'

export type Feed = {
  /** Where the streams come from in truth. */
  origin: string
  /** Sends the streams of a context here. */
  follow(context: BrowserContext): Promise<unknown>
  /** Tells the page that its receipt is like this now. */
  send(receipt: PortalReceipt): void
  /** Ends the streams, and refuses every new one. */
  cut(): void
  close(): Promise<void>
}

/**
 * Answers event streams in the service's place, so that a page can be brought into states that are over in a moment or
 * need an hour. Everything else is still the service's.
 */
export async function feedEvents(): Promise<Feed> {
  const streams = new Set<ServerResponse>()
  let last = ''
  let isCut = false
  const server = createServer((_request, response) => {
    if (isCut) {
      response.destroy()
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    // A page may be told before it has asked.
    response.write(`: here\n\n${last}`)
    streams.add(response)
    response.on('close', () => streams.delete(response))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    origin,
    // The page does not notice: to its policy this is still its own host.
    follow: (context) =>
      context.route(/\/api\/portal\/[^/]+\/events/, (route) =>
        route.continue({ url: `${origin}/` }),
      ),
    send(receipt) {
      last = `event: receipt\nid: fed\ndata: ${JSON.stringify(receipt)}\n\n`
      for (const stream of streams) stream.write(last)
    },
    cut() {
      isCut = true
      for (const stream of streams) stream.destroy()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
