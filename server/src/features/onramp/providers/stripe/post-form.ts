import { SECOND_MS } from '../../../../lib/time.js'
import type { ProviderContext } from '../../provider.js'

type PostResult =
  | { kind: 'response'; status: number; text: string }
  | { kind: 'unavailable'; reason: string }

const timeoutMs = 10 * SECOND_MS
const maxBytes = 64 * 1_024

/**
 * Posts a form with a secret key, and returns a short response. A reason never contains the key or
 * the form, because reasons are logged.
 */
export async function postForm(
  { fetch }: Pick<ProviderContext, 'fetch'>,
  request: {
    url: string
    secretKey: string
    idempotencyKey: string
    fields: Readonly<Record<string, string>>
  },
): Promise<PostResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${request.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': request.idempotencyKey,
      },
      body: new URLSearchParams(request.fields).toString(),
      // A redirect could lead the key to another host.
      redirect: 'manual',
      signal,
    })
    return await readResponse(response)
  } catch {
    const reason = signal.aborted ? `no response within ${timeoutMs} ms` : 'not reachable'
    return { kind: 'unavailable', reason }
  }
}

async function readResponse({ status, body }: Response): Promise<PostResult> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return { kind: 'unavailable', reason: 'response is longer than 64 KiB' }
    chunks.push(chunk)
  }
  return { kind: 'response', status, text: Buffer.concat(chunks).toString('utf8') }
}
