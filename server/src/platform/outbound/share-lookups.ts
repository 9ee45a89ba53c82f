type LookUp = (host: string, signal: AbortSignal) => Promise<string[]>

type Options = {
  /** How long a result, including a failure, is reused. */
  rememberMs: number
  /** Timeout of a shared lookup. */
  withinMs: number
  /** Above this many hosts, lookups are not shared. */
  maxHosts: number
}

type SharedLookup = { result: Promise<string[]>; isSettled: boolean }

/**
 * Shares lookups of the same host made at about the same time, so that many calls to one receiver
 * cost one DNS query. An aborted caller does not affect the others.
 */
export function shareLookups(lookUp: LookUp, options: Options): LookUp {
  const { rememberMs, withinMs, maxHosts } = options
  const lookups = new Map<string, SharedLookup>()

  function startShared(host: string): SharedLookup {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), withinMs).unref()
    const result = untilAborted(lookUp(host, timeout.signal), timeout.signal)
    const entry = { result, isSettled: false }
    const settle = () => {
      entry.isSettled = true
      clearTimeout(timer)
      setTimeout(() => lookups.delete(host), rememberMs).unref()
    }
    result.then(settle, settle)
    lookups.set(host, entry)
    return entry
  }

  return (host, signal) => {
    const isFull = lookups.size >= maxHosts && !lookups.has(host)
    if (isFull) return untilAborted(lookUp(host, signal), signal)
    const { result, isSettled } = lookups.get(host) ?? startShared(host)
    return isSettled ? result : untilAborted(result, signal)
  }
}

function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject)
    promise.then(done, done)
  })
}
