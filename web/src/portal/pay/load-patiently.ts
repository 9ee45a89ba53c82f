import { loadCode, wait } from '../../core/load-code.js'

/** Long enough to spare a service that restarts. */
const retryMs = 2_000

type Patience = {
  /** Whether the code is still wanted. */
  isWanted(): boolean
  /** Whether the service responds. */
  isReachable(): Promise<boolean>
  /** Called when the service does not respond, before each retry. */
  onAway(): void
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Loads a part of the page's script once the service responds. Returns null when it is no longer
 * wanted.
 *
 * @throws {unknown} the cause, when the service responds but does not have the script.
 */
export async function loadPatiently<Code>(
  load: () => Promise<Code>,
  { isWanted, isReachable, onAway, pause = wait }: Patience,
): Promise<Code | null> {
  while (isWanted()) {
    if (await isReachable()) {
      try {
        return await loadCode(load)
      } catch (error) {
        // The connection may have been lost in the meantime.
        if (await isReachable()) throw error
      }
    }
    onAway()
    await pause(retryMs)
  }
  return null
}
