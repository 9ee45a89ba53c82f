import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Returns whether a node is a plain HTTP server on this machine, like the sandbox chain. */
export function isLocalNode(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && (/^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === 'localhost')
}

/**
 * Returns the part of `fetch` that viem uses, for a node on this machine. It avoids the stream
 * copies of the built-in `fetch`, which dominate the CPU time of an idle sandbox.
 */
export function createLocalFetch(): typeof fetch {
  const agent = new Agent({ keepAlive: true })

  return (async (input, init) => {
    const response = await send(agent, { url: String(input), init: init ?? {} })
    const { statusCode = 0, statusMessage = '', headers } = response
    return {
      ok: statusCode >= 200 && statusCode < 300,
      status: statusCode,
      statusText: statusMessage,
      headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
      body: null,
      text: () => text(response),
    } as unknown as Response
  }) as typeof fetch
}

function send(
  agent: Agent,
  { url, init }: { url: string; init: RequestInit },
): Promise<IncomingMessage> {
  const { method = 'POST', headers, body, signal } = init
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      agent,
      method,
      headers: headers as Record<string, string>,
      ...(signal && { signal }),
    })
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
