import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

type CompressedResponse = {
  status: number
  /** The body as transferred, still compressed. */
  bytes: Buffer
  encoding: string
  ms: number
}

/** Requests an address with gzip and returns the response without decompressing it. */
export async function fetchCompressed(url: string): Promise<CompressedResponse> {
  const start = performance.now()
  const request = get(url, { headers: { 'accept-encoding': 'gzip' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const ms = performance.now() - start
  const { statusCode: status = 0, headers } = response
  return { status, bytes, encoding: headers['content-encoding'] ?? '', ms }
}
