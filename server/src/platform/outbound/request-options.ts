import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'

export type PostRequest = {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
}

/** Headers that callers must not set: they control the connection or carry state. */
const reservedHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'expect',
  'cookie',
])

/**
 * Builds a request to one IP address of a host, so that the host is not looked up again. The host
 * name is used for the Host header and the certificate.
 */
export function requestOptions(
  address: string,
  { target, host, request }: { target: URL; host: string; request: PostRequest },
): RequestOptions {
  const { protocol, port, host: authority, pathname, search } = target
  const { body } = request
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength

  // A list is written as is, which saves a tenth of the time of a post.
  const headers = ['host', authority, 'content-length', String(length)]
  for (const [name, value] of Object.entries(request.headers)) {
    if (!reservedHeaders.has(name.toLowerCase())) headers.push(name, value)
  }
  return {
    method: 'POST',
    protocol,
    host: address,
    // SNI does not allow IP addresses.
    servername: isIP(host) === 0 ? host : '',
    port: port || (protocol === 'http:' ? 80 : 443),
    path: `${pathname}${search}`,
    headers,
  }
}
