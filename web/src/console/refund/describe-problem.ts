import type { RefundTexts } from '../../core/texts/en-console-refund.js'
import type { RefundPlan } from './draft.js'
import type { SendProblem } from './use-sending.js'

export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Says why a transfer was not sent, and what to do. */
export function describeProblem(
  problem: SendProblem,
  { texts, plan, account }: { texts: RefundTexts; plan: RefundPlan; account: string | null },
): string {
  const { problems } = texts
  switch (problem.kind) {
    case 'rejected':
    case 'request_pending':
    case 'other_chain':
    case 'no_account':
    case 'changed':
    case 'invalid':
      return problems[problem.kind]
    case 'wrong_network':
      return problems.wrong_network(plan.network.name)
    case 'insufficient_funds': {
      if (problem.of === 'either') return problems.either
      const { needs, has } = problem
      if (problem.of === 'gas') return problems.gas(has, plan.network.coin)
      return problems.token(needs, has, plan.transfers[0]?.symbol ?? '')
    }
    case 'other_account':
      return problems.other_account(shortAddress(problem.from), shortAddress(account ?? ''))
    case 'failed':
      return problem.message ? problems.failed(problem.message) : problems.failedSilently
    case 'other_tab':
      return problems.otherTab
    case 'reserved': {
      const isMine = problem.heldBy?.toLowerCase() === account?.toLowerCase()
      if (isMine || problem.heldBy === null) return problems.reservedByYou
      return problems.reserved(shortAddress(problem.heldBy))
    }
    case 'api':
      return [problem.error.message, problems.declined].join(' ')
    case 'no_longer_due':
      return problems.changed
  }
}
