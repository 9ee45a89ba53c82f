import { type RateContext, rateSources } from './rate-sources.js'

type Fetched = { kind: 'text'; text: string } | { kind: 'unavailable'; reason: string }

const maxBytes = 64 * 1_024

/**
 * Gets a short text from a source that may do anything: not answer, never end, send us elsewhere. Only
 * a whole answer with status 200 counts.
 */
export async function fetchText(
  { fetch, config }: Pick<RateContext, 'fetch' | 'config'>,
  { url, accept }: { url: string; accept: string },
): Promise<Fetched> {
  const { answerWithinMs } = rateSources(config)
  const signal = AbortSignal.timeout(answerWithinMs)

  try {
    // A redirect is not followed: it could lead to an address only this machine can reach.
    const response = await fetch(url, { headers: { accept }, redirect: 'manual', signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { kind: 'unavailable', reason: `status ${response.status}` }
    }
    return await readText(response)
  } catch {
    const reason = signal.aborted ? `no answer within ${answerWithinMs} ms` : 'cannot be reached'
    return { kind: 'unavailable', reason }
  }
}

/** Counts bytes as they come, after decompression, so that neither a header nor gzip can hide them. */
async function readText({ body }: Response): Promise<Fetched> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the body and closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return { kind: 'unavailable', reason: 'answer is longer than 64 KiB' }
    chunks.push(chunk)
  }
  return { kind: 'text', text: Buffer.concat(chunks).toString('utf8') }
}
