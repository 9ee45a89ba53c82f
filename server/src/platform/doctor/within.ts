/**
 * Rejects when `work` takes longer than `timeoutMs`.
 *
 * @throws {Error} with the time limit.
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`no response within ${timeoutMs / 1_000} seconds`)
    timer = setTimeout(() => reject(error), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
