type Problem = {
  code?: unknown
  data?: { originalError?: { code?: unknown } }
} | null

/** Whether a wallet's error has one of these codes, itself or in the error it wraps, as some wallets on phones do. */
export function hasCode(error: unknown, codes: readonly unknown[]): boolean {
  const problem = error as Problem | undefined
  return codes.includes(problem?.code) || codes.includes(problem?.data?.originalError?.code)
}
