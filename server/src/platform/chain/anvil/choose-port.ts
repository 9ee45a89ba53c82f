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

/** Waits briefly until the port is free, because an ended program may release it late. */
export async function becomesFree(port: number): Promise<boolean> {
  const deadline = performance.now() + freeWithinMs
  while (performance.now() < deadline) {
    if (await isFreePort(port)) return true
    await sleep(20)
  }
  return false
}
