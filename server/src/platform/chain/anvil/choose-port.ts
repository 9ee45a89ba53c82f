import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, isFreePort } from '../../free-port.js'
import { readLastAnvil } from './running-anvil.js'

const freeWithinMs = 2_000

/** Returns the port for a chain in this directory: that of the last one, unless it is taken. */
export async function choosePort(
  dataDir: string,
  { isJustEnded }: { isJustEnded: boolean },
): Promise<number> {
  const last = readLastAnvil(dataDir)
  if (!last) return findFreePort()
  const isFree = isJustEnded ? await becomesFree(last.port) : await isFreePort(last.port)
  return isFree ? last.port : findFreePort()
}

/**
 * Returns an address for the chain itself that no page finds by trying: one of the 16 million of
 * this machine. Not all systems have more than one; then only the port is hidden.
 */
export async function chooseNodeAddress(): Promise<{ host: string; port: number }> {
  const hidden = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  try {
    return { host: hidden, port: await findFreePort(hidden) }
  } catch {
    return { host: '127.0.0.1', port: await findFreePort() }
  }
}

/** Waits briefly until the port is free, because an ended program may release it late. */
export async function becomesFree(port: number, host?: string): Promise<boolean> {
  const deadline = performance.now() + freeWithinMs
  while (performance.now() < deadline) {
    if (await isFreePort(port, host)) return true
    await sleep(20)
  }
  return false
}
