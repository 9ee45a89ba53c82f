import { parseObject } from './parse-object.js'

/**
 * The response of the service. Status 0 means that there was none. The message of a failure, if
 * any, is fit for the buyer.
 */
export type ServiceResponse =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; status: number; code: string | null; message: string | null }

export type Call = {
  path: string
  headers?: Record<string, string>
  /** Sent as JSON with POST. Without a body, the request is a GET. */
  body?: object
  /** Instead of POST. */
  method?: 'PUT'
  /** Delivers the request even if the page is closed in the meantime. */
  keepalive?: boolean
}

const timeoutMs = 30_000

/** Calls the service from one of its pages. Never throws. */
export async function callService(
  fetch: typeof globalThis.fetch,
  { path, headers = {}, body, method, keepalive = false }: Call,
): Promise<ServiceResponse> {
  try {
    const response = await fetch(path, {
      method: body ? (method ?? 'POST') : 'GET',
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body ? JSON.stringify(body) : null,
      keepalive,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return readResponse(response, await response.text())
  } catch {
    return describeFailure(0)
  }
}

function readResponse({ ok, status }: Response, text: string): ServiceResponse {
  const body = parseObject(text)
  if (ok && body) return { ok, body }
  // Proxies and captive portals respond with pages of their own.
  return describeFailure(status, ok ? null : body)
}

function describeFailure(
  status: number,
  body: Record<string, unknown> | null = null,
): ServiceResponse {
  const textOrNull = (value: unknown) => (typeof value === 'string' && value ? value : null)
  const [code, message] = [textOrNull(body?.['error']), textOrNull(body?.['message'])]
  return { ok: false, status, code, message }
}
