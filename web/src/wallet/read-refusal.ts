import { hasCode } from './has-code.js'

/** Why a wallet did not do what it was asked for. */
export type Refusal =
  | { kind: 'rejected' }
  | { kind: 'still_asking' }
  | { kind: 'failed'; message: string }

/** Of EIP-1193, of WalletConnect, and of the library that many wallets are made with. */
const declined = [4001, 5000, 'ACTION_REJECTED']

/** Some wallets take one question of a kind at a time. */
const busy = [-32002]

const messageLength = 160

/** Reads what a wallet threw. A buyer who says no has not failed at anything. */
export function readRefusal(error: unknown): Refusal {
  if (hasCode(error, declined)) return { kind: 'rejected' }
  if (hasCode(error, busy)) return { kind: 'still_asking' }
  return {
    kind: 'failed',
    message: wordsOf(error) || 'Your wallet did not do it. Please try again.',
  }
}

/** The first line: some wallets add the whole request, or a stack. */
function wordsOf(error: unknown): string {
  const said = (error as { message?: unknown } | null | undefined)?.message ?? error
  if (typeof said !== 'string') return ''
  return said.trim().replace(/\n.*/s, '').slice(0, messageLength)
}
