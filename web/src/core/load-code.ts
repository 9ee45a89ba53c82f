/** The pause before the first retry, which doubles up to the longest. */
const firstPauseMs = 1_000
const maxPauseMs = 60_000

/**
 * Loads a part of the page's script. If that fails, it tries once more under another address,
 * because browsers never load a script again from an address that failed.
 *
 * @throws {unknown} the cause, when both attempts failed.
 */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch((error: unknown) => {
    // Only the message of the browser has the address.
    const [url] = /http\S+\.js/.exec(String(error)) ?? []
    if (url === undefined) throw error
    return import(/* @vite-ignore */ `${url}?${Date.now()}`) as Promise<Code>
  })
}

type Retries = { isWanted(): boolean; pause?: (ms: number) => Promise<unknown> }

/**
 * Loads a part of the page's script that no click requests, and retries until it succeeds. Returns
 * null when it is no longer wanted.
 */
export async function loadCodeEventually<Code>(
  load: () => Promise<Code>,
  { isWanted, pause = wait }: Retries,
): Promise<Code | null> {
  for (let ms = firstPauseMs; isWanted(); ms = Math.min(ms * 2, maxPauseMs)) {
    const code = await loadCode(load).catch(() => null)
    if (code) return isWanted() ? code : null
    await pause(ms)
  }
  return null
}

export function wait(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
