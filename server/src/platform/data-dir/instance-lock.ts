import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { staleAfterMs, tryLock } from './lock-file.js'

/** Another Tallystick process uses the directory. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'

  constructor(dataDir: string, pid: number) {
    super(
      `Another Tallystick (process ${pid}) already uses ${dataDir}. ` +
        'Stop it first, or set another DATA_DIR for this one.',
    )
  }
}

/** Longer than a lock without a heartbeat lasts. */
const maxWaitMs = staleAfterMs + 2_000

/**
 * Locks `dataDir` for this process and returns a function that releases it. The lock of a dead
 * process is taken over.
 *
 * @throws {DataDirInUse} when its holder is alive.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'instance.lock')
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const lock = tryLock(path)
    if ('release' in lock) return lock.release
    const canWait = lock.state === 'beating' && performance.now() < deadline
    if (lock.pid !== null && lock.state !== 'gone' && !canWait) {
      throw new DataDirInUse(dataDir, lock.pid)
    }
    await sleep(canWait ? 200 : 20 + Math.random() * 30)
  }
}
