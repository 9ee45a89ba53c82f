import { createServer } from 'node:http'
import { type Metrics, readMetrics } from './metrics.js'

/** Serves the metrics as Prometheus text on loopback. Returns the port and a close function. */
export async function serveMetrics(
  metrics: Metrics,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await readMetrics(metrics)
    response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
