import { type RateContext, rateSources } from './rate-sources.js'

type FetchResult = { kind: 'text'; text: string } | { kind: 'unavailable'; reason: string }

const maxBytes = 64 * 1_024

/**
 * Fetches a short text from an untrusted source. Only a complete response with status 200 counts;
 * redirects, slow and oversized responses do not.
 */
export async function fetchText(
  { fetch, config }: Pick<RateContext, 'fetch' | 'config'>,
  { url, accept }: { url: string; accept: string },
): Promise<FetchResult> {
  const { timeoutMs } = rateSources(config)
  const signal = AbortSignal.timeout(timeoutMs)

  try {
    // Redirects are not followed: they could lead to an internal address.
    const response = await fetch(url, { headers: { accept }, redirect: 'manual', signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { kind: 'unavailable', reason: `status ${response.status}` }
    }
    return await readText(response)
  } catch {
    const reason = signal.aborted ? `no response within ${timeoutMs} ms` : 'not reachable'
    return { kind: 'unavailable', reason }
  }
}

/** Counts bytes after decompression, so that neither a header nor gzip can hide the size. */
async function readText({ body }: Response): Promise<FetchResult> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the body and closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return { kind: 'unavailable', reason: 'response is longer than 64 KiB' }
    chunks.push(chunk)
  }
  return { kind: 'text', text: Buffer.concat(chunks).toString('utf8') }
}
