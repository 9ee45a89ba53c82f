import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { isIP } from 'node:net'

type ChainGate = { close(): Promise<void> }

type GateOptions = {
  port: number
  /** The URL of the chain itself. */
  nodeUrl: string
  /** The origins of our own pages. */
  origins: readonly string[]
}

/** Wallets call the chain from browser extensions, which no page can imitate. */
const extension = /^[a-z]+(-web)?-extension:\/\//

/**
 * Serves the sandbox chain on a port of this machine, and refuses pages other than ours. The chain
 * itself obeys every page: CORS headers only hide its responses, and do not apply to WebSockets.
 * The gate does not forward those.
 */
export async function openChainGate({ port, nodeUrl, origins }: GateOptions): Promise<ChainGate> {
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    const { origin } = incoming.headers
    const cors = origin === undefined ? {} : allow(origin)
    const problem = findProblem(incoming.headers, origins)
    if (problem) response.writeHead(403, { 'content-type': 'text/plain' }).end(`${problem}\n`)
    else if (incoming.method === 'OPTIONS') response.writeHead(204, cors).end()
    else forward(incoming, response, { agent, nodeUrl, cors })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')

  return {
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

function findProblem(
  { origin, host }: IncomingHttpHeaders,
  origins: readonly string[],
): string | null {
  if (!isOwnHost(host ?? '')) {
    return 'The Host header must be localhost or an IP address.'
  }
  const isForeign = origin !== undefined && !origins.includes(origin) && !extension.test(origin)
  return isForeign ? 'The sandbox chain refuses requests from pages of other sites.' : null
}

/** Refuses names: a page can make its own resolve to this machine, and is of that origin then. */
function isOwnHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function allow(origin: string): OutgoingHttpHeaders {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'content-type',
    'access-control-allow-methods': 'POST',
    vary: 'origin',
  }
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { agent, nodeUrl, cors }: { agent: Agent; nodeUrl: string; cors: OutgoingHttpHeaders },
): void {
  const { method, headers } = incoming
  const nodeRequest = request(nodeUrl, { agent, method, headers: pickContent(headers) })
  nodeRequest.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...pickContent(answer.headers), ...cors })
    answer.once('error', () => response.destroy())
    answer.pipe(response)
  })
  nodeRequest.once('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, cors).end()
  })
  response.once('close', () => nodeRequest.destroy())
  incoming.pipe(nodeRequest)
}

function pickContent(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^content-(type|length|encoding)$/.test(name)),
  )
}
