import type { ResolveHost } from './resolve-host.js'

type LookUp =
  | { kind: 'found'; addresses: string[] }
  | { kind: 'failed' }
  /** Nobody answered in time. */
  | { kind: 'late' }

/** Looks a host up and does not wait for longer than that, whatever the name servers do. */
export async function lookUp(
  resolveHost: ResolveHost,
  { host, withinMs }: { host: string; withinMs: number },
): Promise<LookUp> {
  const giveUp = new AbortController()
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ kind: 'late' })
      giveUp.abort()
    }, withinMs)
    const settle = (outcome: LookUp) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    resolveHost(host, giveUp.signal).then(
      (addresses) =>
        settle(addresses.length > 0 ? { kind: 'found', addresses } : { kind: 'failed' }),
      () => settle({ kind: 'failed' }),
    )
  })
}
