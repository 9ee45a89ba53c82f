import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { jobTexts } from '../../../core/texts/en-console-jobs.js'
import { toApiError } from '../../api/api-error.js'
import { rememberJob } from '../../jobs/started-job.js'
import { useStartedJob } from '../../jobs/use-started-job.js'
import { showToast } from '../../parts/toast.js'
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
    const body = {
      recipients: recipients.map(({ address, label, bps }) => ({
        address,
        sharesBps: bps,
        ...(label.trim() && { label: label.trim() }),
      })),
    }
    try {
      if (deploysNow) {
        const job = await api.call('post', '/api/jobs/deployment', { body })
        rememberJob(membership.wallet, 'deployment', job.id)
        await queries.invalidateQueries({ queryKey: ['split', membership.wallet] })
      } else {
        const { split } = await api.call('post', '/api/split/deploy', { body })
        const result: SplitResult = { ok: true, configured: true, split }
        queries.setQueryData(['split', membership.wallet], result)
      }
      void queries.invalidateQueries({ queryKey: ['payouts', membership.wallet] })
      onDone()
    } catch (error) {
      setPhase({ kind: 'idle', problem: toApiError(error).message })
    }
  }
  return { phase, save }
}

/** Deploys the split in force, at once or again, and follows that in the background. */
export function useDeployment({ recipients }: Split) {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const started = useStartedJob('deployment')
  const readAgain = () => queries.invalidateQueries({ queryKey: ['split', membership.wallet] })
  const deploy = useMutation({
    mutationFn: () => api.call('post', '/api/jobs/deployment', { body: { recipients } }),
    async onSuccess(job) {
      started.follow(job)
      await readAgain()
    },
  })
  const { job, isOpen, forget } = started
  useEffect(() => {
    if (job === null || isOpen) return
    if (job.state === 'canceled') showToast({ kind: 'good', text: jobTexts.deployment.canceled })
    forget()
    void readAgain()
  }, [job, isOpen])
  return { started, deploy }
}
