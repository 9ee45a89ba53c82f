import type { RequestOptions } from 'node:https'
import { isIP } from 'node:net'

export type PostRequest = {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
}

/** How the request is put on the wire, and what must not follow from one post to the next, is decided here. */
const notForCallers = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'expect',
  'cookie',
])

/**
 * A request to one address of a host. The connection goes to the address, so nothing is looked up again; the
 * name is what the other end and its certificate are asked for.
 */
export function requestOptions(
  address: string,
  { target, host, request }: { target: URL; host: string; request: PostRequest },
): RequestOptions {
  const { protocol, port, host: authority, pathname, search } = target
  const { body } = request
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength

  // As a list, which Node writes as it stands, without a table in between: a tenth of a whole post.
  const headers = ['host', authority, 'content-length', String(length)]
  for (const [name, value] of Object.entries(request.headers)) {
    if (!notForCallers.has(name.toLowerCase())) headers.push(name, value)
  }
  return {
    method: 'POST',
    protocol,
    host: address,
    // An address is no name that a certificate could be asked for.
    servername: isIP(host) === 0 ? host : '',
    port: port || (protocol === 'http:' ? 80 : 443),
    path: `${pathname}${search}`,
    headers,
  }
}
