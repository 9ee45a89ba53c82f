import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

type PlainAnswer = {
  status: number
  /** As they came over the line: still packed, if they were. */
  bytes: Buffer
  encoding: string
  ms: number
}

/** Asks for an address as a browser does that takes gzip, and leaves the answer as it came. */
export async function askPlain(url: string): Promise<PlainAnswer> {
  const start = performance.now()
  const request = get(url, { headers: { 'accept-encoding': 'gzip' } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const ms = performance.now() - start
  const { statusCode: status = 0, headers } = response
  return { status, bytes, encoding: headers['content-encoding'] ?? '', ms }
}
