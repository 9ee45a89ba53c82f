import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/** A node that says what a test wants it to, whatever is asked; for what a real one says only when it is broken. */
export async function startRpcNode({
  port = 0,
  chainId = 84_532,
  answer = () => ({ result: null }),
}: {
  port?: number
  chainId?: number
  answer?: (method: string, params: unknown[]) => Answer
} = {}) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    asked.push(method)
    const said = method === 'eth_chainId' ? { result: hex(chainId) } : answer(method, params)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
  }).listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The methods it was asked for, in their order. */
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function hex(number: number): string {
  return `0x${number.toString(16)}`
}
