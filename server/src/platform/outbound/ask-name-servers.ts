import { Resolver } from 'node:dns/promises'

/** c-ares waits longer each time it asks again. */
const patience = { timeout: 1_000, tries: 2 }

/**
 * All addresses of a host from the name servers themselves, those of the older family first. A family that
 * has none, or whose answer does not come, is no matter as long as the other has some. Rejects when there are
 * none at all, or when the signal says so first.
 */
export async function askNameServers(
  host: string,
  { signal, servers }: { signal: AbortSignal; servers: readonly string[] | null },
): Promise<string[]> {
  signal.throwIfAborted()
  // One for each name: only all questions of a resolver can be taken back.
  const resolver = new Resolver(patience)
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })

  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0) throw new Error(`${host} has no address`, { cause: answers })
  return addresses
}
