import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, isFreePort } from '../../free-port.js'
import { readLastAnvil } from './running-anvil.js'

const freeWithinMs = 2_000

/** Where a chain on this folder is to answer: where the last one did, unless somebody else does now. */
export async function choosePort(
  dataDir: string,
  { isJustEnded }: { isJustEnded: boolean },
): Promise<number> {
  const last = readLastAnvil(dataDir)
  if (!last) return findFreePort()
  const isFree = isJustEnded ? await becomesFree(last.port) : await isFreePort(last.port)
  return isFree ? last.port : findFreePort()
}

/** Whether the port is free, now or in a moment: a program that has ended may let go of it a little later. */
export async function becomesFree(port: number): Promise<boolean> {
  const deadline = performance.now() + freeWithinMs
  while (performance.now() < deadline) {
    if (await isFreePort(port)) return true
    await sleep(20)
  }
  return false
}
