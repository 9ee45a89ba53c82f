import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A proxy that terminates TLS, as the proxy in front of a live service does. */
export type TlsProxy = {
  url: string
  /** The origin of the service. */
  target: string
  close(): void
}

/** Starts a proxy on localhost. Set its target before you send requests. */
export async function startTlsProxy(certificate: { key: Buffer; cert: Buffer }): Promise<TlsProxy> {
  const server = createServer(certificate, (request, response) => {
    const { method, url = '', headers, socket } = request
    const passed = forward(
      new URL(url, proxy.target),
      { method, headers: { ...headers, 'x-forwarded-for': socket.remoteAddress } },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const proxy = { url: `https://localhost:${port}`, target: '', close }
  return proxy
}
