export type AnvilCall = [method: string, ...params: unknown[]]

const timeoutMs = 30_000

/**
 * Calls a method of the sandbox chain, including test methods such as setting code or advancing its
 * clock.
 *
 * @throws when it does not respond or returns an error.
 */
export async function callAnvil(
  url: string,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  const [result] = await callAnvilBatch(url, [[method, ...params]])
  return result
}

/** Makes several calls in one request, executed in order. */
export async function callAnvilBatch(url: string, calls: readonly AnvilCall[]): Promise<unknown[]> {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const results = (await response.json()) as { id: number; result?: unknown; error?: object }[]

  return calls.map(([method], id) => {
    const match = results.find((result) => result.id === id)
    if (!match || match.error) {
      throw new Error(`${method}: ${JSON.stringify(match?.error ?? 'no response')}`)
    }
    return match.result
  })
}
