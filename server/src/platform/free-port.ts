import { createServer } from 'node:net'

/** Returns a free port of this machine. Throws if `host` is not one of its addresses. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, resolve)
  })

  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was assigned')
  return address.port
}

/** Returns whether a port of this machine is free now. */
export async function isFreePort(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => resolve(true))
  })
  if (isFree) await new Promise((resolve) => server.close(resolve))
  return isFree
}
