import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { toApiError } from '../../api/api-error.js'
import { useSession } from '../../session/session.js'
import type { Split, SplitResult } from '../use-payouts.js'
import type { Draft } from './draft.js'

type Phase = { kind: 'idle'; problem: string | null } | { kind: 'signing' } | { kind: 'sending' }

/** Changes the recipients after a fresh proof of identity. */
export function useChange({ unsigned, onDone }: { unsigned: string; onDone(): void }) {
  const { api, membership, stepUp } = useSession()
  const queries = useQueryClient()
  const [phase, setPhase] = useState<Phase>({ kind: 'idle', problem: null })
  const save = async ({ recipients }: Draft, deploysNow: boolean) => {
    setPhase({ kind: 'signing' })
    if (!(await stepUp())) {
      setPhase({ kind: 'idle', problem: unsigned })
      return
    }
    setPhase({ kind: 'sending' })
    try {
      const { split } = await api.call('post', '/api/split/deploy', {
        body: {
          recipients: recipients.map(({ address, label, bps }) => ({
            address,
            sharesBps: bps,
            ...(label.trim() && { label: label.trim() }),
          })),
          ...(deploysNow && { deploy: 'now' }),
        },
      })
      showSplit(queries, membership.wallet, split)
      onDone()
    } catch (error) {
      setPhase({ kind: 'idle', problem: toApiError(error).message })
    }
  }
  return { phase, save }
}

/** Deploys the split in force, at once or again. */
export function useDeployment({ recipients }: Split) {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const deploy = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const body = { recipients, deploy: 'now' }
      const { split } = await api.call('post', '/api/split/deploy', { body })
      showSplit(queries, membership.wallet, split)
    } catch (error) {
      setProblem(toApiError(error).message)
    }
    setBusy(false)
  }
  return { isBusy, problem, deploy }
}

function showSplit(
  queries: ReturnType<typeof useQueryClient>,
  merchant: string,
  split: Split,
): void {
  const result: SplitResult = { ok: true, configured: true, split }
  queries.setQueryData(['split', merchant], result)
  void queries.invalidateQueries({ queryKey: ['payouts', merchant] })
}
