type LookUp = (host: string, signal: AbortSignal) => Promise<string[]>

type Options = {
  /** For how long an answer, good or bad, is good enough for whoever asks next. */
  rememberMs: number
  /** After which nobody waits any longer for the name servers. */
  withinMs: number
  /** Beyond that many names at a time each is looked up for itself. */
  maxHosts: number
}

type Known = { answer: Promise<string[]>; isSettled: boolean }

/**
 * Looks a name up once for all who ask at about the same time: thousands of calls to one receiver are not
 * thousands of questions to its name servers. Whoever gives up waiting does not spoil it for the others.
 */
export function shareLookups(lookUp: LookUp, options: Options): LookUp {
  const { rememberMs, withinMs, maxHosts } = options
  const known = new Map<string, Known>()

  function lookUpForAll(host: string): Known {
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(), withinMs).unref()
    const answer = untilAborted(lookUp(host, giveUp.signal), giveUp.signal)
    const entry = { answer, isSettled: false }
    const settle = () => {
      entry.isSettled = true
      clearTimeout(timer)
      setTimeout(() => known.delete(host), rememberMs).unref()
    }
    answer.then(settle, settle)
    known.set(host, entry)
    return entry
  }

  return (host, signal) => {
    const isFull = known.size >= maxHosts && !known.has(host)
    if (isFull) return untilAborted(lookUp(host, signal), signal)
    const { answer, isSettled } = known.get(host) ?? lookUpForAll(host)
    return isSettled ? answer : untilAborted(answer, signal)
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
