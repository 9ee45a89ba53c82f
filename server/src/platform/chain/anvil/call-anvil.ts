export type AnvilCall = [method: string, ...params: unknown[]]

const answerWithinMs = 30_000

/**
 * Asks the sandbox chain for what only such a chain can do, such as placing code or turning its clock.
 *
 * @throws when it does not answer, or says no.
 */
export async function callAnvil(
  url: string,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  const [result] = await callAnvilBatch(url, [[method, ...params]])
  return result
}

/** The same for several calls in one request, done in their order. */
export async function callAnvilBatch(url: string, calls: readonly AnvilCall[]): Promise<unknown[]> {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const answers = (await response.json()) as { id: number; result?: unknown; error?: object }[]

  return calls.map(([method], id) => {
    const answer = answers.find((one) => one.id === id)
    if (!answer || answer.error) {
      throw new Error(`${method}: ${JSON.stringify(answer?.error ?? 'no answer')}`)
    }
    return answer.result
  })
}
