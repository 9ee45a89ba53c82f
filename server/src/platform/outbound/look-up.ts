import type { ResolveHost } from './resolve-host.js'

type LookUpResult =
  | { kind: 'found'; addresses: string[] }
  | { kind: 'failed' }
  | { kind: 'timed_out' }

/** Looks up a host and stops waiting after `withinMs`. */
export async function lookUp(
  resolveHost: ResolveHost,
  { host, withinMs }: { host: string; withinMs: number },
): Promise<LookUpResult> {
  const timeout = new AbortController()
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ kind: 'timed_out' })
      timeout.abort()
    }, withinMs)
    const settle = (outcome: LookUpResult) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    resolveHost(host, timeout.signal).then(
      (addresses) =>
        settle(addresses.length > 0 ? { kind: 'found', addresses } : { kind: 'failed' }),
      () => settle({ kind: 'failed' }),
    )
  })
}
